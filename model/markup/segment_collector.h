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

// Collects the segments of the blocks and of the attributes of a text. Not
// thread-safe.
class SegmentCollector {
 public:
  // REQUIRES: `text` and `options` outlive this object.
  SegmentCollector(std::string_view text, const MarkupOptions& options);

  std::string_view text() const { return text_; }
  const MarkupOptions& options() const { return options_; }

  // The block that is being read.
  BlockAtoms& block() { return block_; }
  // Adds text with references to characters to the block.
  void AddText(ByteSpan span, ReferencePlace place);
  // Divides the block into segments, and begins the next block.
  void EndBlock(TextEncoding encoding);

  // Adds the value of an attribute of HTML, which is a separate block.
  void AddValue(const MarkupAttribute& attribute);
  // Adds text without markup, which is a separate block.
  void AddValue(ByteSpan span, TextEncoding encoding, ReferencePlace place);

  // Returns the segments in the order of their first bytes. Segments of
  // attributes can lie inside other segments.
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
