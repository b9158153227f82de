// The sentences of a text with markup as a plain document, so that they are
// translated like the sentences of a plain text.

#ifndef INTERPRES_MODEL_MARKUP_PLAIN_DOCUMENT_H_
#define INTERPRES_MODEL_MARKUP_PLAIN_DOCUMENT_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/byte_span.h"
#include "model/document/document.h"
#include "model/markup/markup_document.h"

namespace interpres {

// Returns a document with a line for each segment of `marked`. Each line is one
// segment. A segment may be divided later (DivideSegment). Thread-safe.
Document PlainDocument(const MarkupDocument& marked,
                       const DocumentOptions& options);

// Returns the text of `marked` with the translations in place of its segments,
// and for each segment of `plain` the bytes of its line's translation. `plain`
// comes from PlainDocument, and `translations` has one element for each of its
// segments. See RenderDocument for `target_language`, and RenderMarkup for the
// rest. Thread-safe.
Rendered RenderPlainDocument(const MarkupDocument& marked,
                             const Document& plain,
                             std::span<const AlignedText> translations,
                             std::string_view target_language);

// Returns for each segment of `plain` the index of its line, which is the index
// of a segment of the marked document.
std::vector<std::size_t> LinesOf(const Document& plain);

// Finds the places of parts in the bytes `whole` of a text. If the parts are in
// the order of the text, equal parts have different places, and the time is
// linear in the size of `whole`. Not thread-safe.
class PartFinder {
 public:
  // The bytes of `text` must outlive the finder.
  PartFinder(std::string_view text, ByteSpan whole)
      : text_(text), whole_(whole), next_(whole.begin) {}

  // Returns the first place of `part` behind the part that was found last, or
  // else the first place in `whole`. Searches in `whole` again for 100 parts at
  // most. Returns `whole` if it finds no place.
  ByteSpan Find(std::string_view part);

 private:
  const std::string_view text_;
  const ByteSpan whole_;
  int64_t next_ = 0;  // where the next search begins
  int backward_searches_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_PLAIN_DOCUMENT_H_
