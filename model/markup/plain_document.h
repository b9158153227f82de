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

// Returns a plain document with a line for each segment of `marked`, in order.
// The line is the text of the segment without markup, and is one segment of the
// document. `options` says which atoms and terms the segments have. The caller
// may divide a segment later (DivideSegment). Thread-safe.
Document PlainDocument(const MarkupDocument& marked,
                       const DocumentOptions& options);

// Returns the text of `marked` with translations in place of its segments, and
// with their markup in the translations. Joins the translations of the parts of
// a line. Result `spans` has, for each segment of `plain`, the bytes of its
// line's translation. `target_language` is a code of BCP 47. The language
// decides whether two parts of a line get a space between them; empty adds no
// space. REQUIRES: `plain` comes from PlainDocument(marked), and its segments
// may have been divided. `translations` has one UTF-8 text for each segment of
// `plain`. Thread-safe.
Rendered RenderPlainDocument(const MarkupDocument& marked,
                             const Document& plain,
                             std::span<const AlignedText> translations,
                             std::string_view target_language);

// Returns for each segment of `plain` the index of its line. The index is also
// the index of a segment of the MarkupDocument that PlainDocument made `plain`
// from. The parts of a divided segment have the same line. Thread-safe.
std::vector<std::size_t> LinesOf(const Document& plain);

// Finds strings, the parts, in a range of bytes of a text. If the parts are
// searched in the order of the text, equal parts have different places, and all
// searches that find their part take linear time together. Not thread-safe.
class PartFinder {
 public:
  // Makes a finder for the range `whole` of `text`. REQUIRES: the bytes of
  // `text` outlive the finder. `whole` lies in `text`, or Find is not called.
  PartFinder(std::string_view text, ByteSpan whole)
      : text_(text), whole_(whole), next_(whole.begin) {}

  // Returns the first place of `part` behind the part that the last successful
  // call found. If `part` is not there, searches `whole` from its beginning, in
  // at most 100 calls of an object. Returns `whole` if the search finds no
  // place, and in each call after 1,000 calls that found none.
  ByteSpan Find(std::string_view part);

 private:
  const std::string_view text_;
  const ByteSpan whole_;
  int64_t next_ = 0;  // where the next search begins
  int backward_searches_ = 0;
  int failed_searches_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_PLAIN_DOCUMENT_H_
