// The text and the markup inside a block of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_INLINES_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_INLINES_H_

#include "model/markup/markdown_blocks.h"
#include "model/markup/segment_collector.h"

namespace interpres {

// Adds the segments of a block of Markdown to `collector`. Emphasis and links
// are elements. Code, addresses and references to notes are objects, which are
// copied. The text of an image is a separate block, or is copied if it has
// markup. `blocks` has the labels to which links can refer. Takes O(n log n)
// time. REQUIRES: `block` is not of the kind kHtml and is from the text of
// `collector`, and the current block of `collector` is empty.
void ReadMarkdownInlines(const MarkdownBlock& block,
                         const MarkdownBlocks& blocks,
                         SegmentCollector& collector);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_INLINES_H_
