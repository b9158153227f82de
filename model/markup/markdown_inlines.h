// The text and the markup inside a block of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_INLINES_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_INLINES_H_

#include "model/markup/markdown_blocks.h"
#include "model/markup/segment_collector.h"

namespace interpres {

// Adds the segments of a block, which is no HTML, to `collector`. Emphasis and
// links are elements. Code, addresses and notes are objects, which are copied.
// The texts of images are separate blocks. `blocks` has the labels that links
// can refer to. Takes O(n log n) time. REQUIRES: the block of `collector` is
// empty.
void ReadMarkdownInlines(const MarkdownBlock& block,
                         const MarkdownBlocks& blocks,
                         SegmentCollector& collector);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_INLINES_H_
