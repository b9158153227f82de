// Makes a changed copy of an aligned text and keeps its alignment.

#ifndef INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_BUILDER_H_
#define INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "model/document/aligned_text.h"

namespace interpres {

// Returns a copy of `text` without the elements of its alignment that are not
// valid. A valid element is not empty, lies in the text, and its source lies in
// a source of `source_size` bytes. A valid element overlaps no earlier valid
// element, and neither begins nor ends inside a character of the text.
AlignedText WithValidAlignment(const AlignedText& text, int64_t source_size);

// Builds a changed copy of an AlignedText, from the start of its text to the
// end. Copied bytes stay aligned to the same bytes of the source. Takes time
// linear in the original and the copy. Not thread-safe.
class AlignedTextBuilder {
 public:
  // Begins at the start of `original`. REQUIRES: the alignment of `original` is
  // valid (WithValidAlignment), and `original` outlives the object.
  explicit AlignedTextBuilder(const AlignedText& original)
      : original_(original) {}

  // Copies the original from the current place up to the byte offset `end`,
  // with its alignment. Does nothing if `end` is not behind the current place.
  // REQUIRES: `end` is at most the size of the original.
  void CopyTo(int64_t end);

  // Leaves out the bytes of the original from the current place up to the byte
  // offset `end`. Does nothing if `end` is not behind the current place.
  void SkipTo(int64_t end);

  // Appends bytes that are not aligned.
  void Append(std::string_view bytes);

  // Appends bytes that are aligned to the bytes `source` of the source.
  // REQUIRES: `bytes` is not empty.
  void AppendAligned(std::string_view bytes, ByteSpan source);

  const AlignedText& result() const { return result_; }
  AlignedText Take() { return std::move(result_); }

 private:
  const AlignedText& original_;
  AlignedText result_;
  int64_t place_ = 0;        // in the original
  std::size_t element_ = 0;  // the first that ends after `place_`
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_BUILDER_H_
