// Makes a changed copy of an aligned text and keeps its alignment.

#ifndef INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_BUILDER_H_
#define INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "model/document/aligned_text.h"

namespace interpres {

// Returns the text without the elements of its alignment that are not valid:
// elements outside the text or a source of `source_size` bytes, empty or
// overlapping elements, and elements that begin or end inside a character.
AlignedText WithValidAlignment(const AlignedText& text, int64_t source_size);

// Copies and changes a text from its start to its end. Takes time linear in
// both texts. Not thread-safe. The original must outlive the object.
class AlignedTextBuilder {
 public:
  // REQUIRES: the alignment is valid (WithValidAlignment).
  explicit AlignedTextBuilder(const AlignedText& original)
      : original_(original) {}

  // Copies the original up to `end`, with its alignment. Does nothing if `end`
  // is before the current place.
  void CopyTo(int64_t end);

  // Leaves out the original up to `end`.
  void SkipTo(int64_t end);

  // Appends bytes that are not aligned.
  void Append(std::string_view bytes);

  // Appends bytes that are aligned to `source`.
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
