// Collects the segments of a text with markup.

#ifndef INTERPRES_MODEL_MARKUP_SEGMENT_COLLECTOR_H_
#define INTERPRES_MODEL_MARKUP_SEGMENT_COLLECTOR_H_

#include <string_view>
#include <vector>

#include "model/document/byte_span.h"
#include "model/markup/block_atoms.h"
#include "model/markup/character_reference.h"
#include "model/markup/marked_segment.h"
#include "model/markup/markup_options.h"
#include "model/markup/markup_token.h"
#include "model/markup/text_encoding.h"

namespace interpres {

// Collects the segments of a text with markup. The caller adds the content of
// blocks, such as paragraphs, and the values of attributes. Not thread-safe.
class SegmentCollector {
 public:
  // REQUIRES: `text` and `options` outlive this object.
  SegmentCollector(std::string_view text, const MarkupOptions& options);

  std::string_view text() const { return text_; }
  const MarkupOptions& options() const { return options_; }

  // The block that the caller is reading. The caller adds markup to the block.
  BlockAtoms& block() { return block_; }
  // Adds the bytes `span` of the text to the current block, and decodes the
  // references to characters in them, such as `&amp;`. `place` says where the
  // references stand, because the place decides which of them are valid.
  void AddText(ByteSpan span, ReferencePlace place);
  // Divides the current block into segments, and begins the next block, which
  // is empty. `encoding` says how the translations of these segments are
  // written.
  void EndBlock(TextEncoding encoding);

  // Collects the segments of an attribute's value in HTML, which is a separate
  // block. Leaves the current block unchanged. Does not collect an unquoted
  // value unless one segment has all bytes of the value.
  void AddValue(const MarkupAttribute& attribute);
  // Collects the segments of the bytes `span` of the text, which are a separate
  // block without tags. Decodes references to characters by the rules of
  // `place`. `encoding` says how the translations are written. With kUnquoted,
  // does not collect the text unless one segment has all its bytes.
  void AddValue(ByteSpan span, TextEncoding encoding, ReferencePlace place);

  // Returns the collected segments in the order of their first bytes, and
  // removes them from this object. Segments of attributes can lie inside other
  // segments.
  std::vector<MarkedSegment> Take();

 private:
  void AddReferences(ByteSpan span, ReferencePlace place, BlockAtoms& block);

  const std::string_view text_;
  const MarkupOptions& options_;
  BlockAtoms block_;
  BlockAtoms value_;
  std::vector<MarkedSegment> segments_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_SEGMENT_COLLECTOR_H_
