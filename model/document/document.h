// Divides a text into sentences to translate, and puts their translations back
// into the shape of the text.

#ifndef INTERPRES_MODEL_DOCUMENT_DOCUMENT_H_
#define INTERPRES_MODEL_DOCUMENT_DOCUMENT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/document/byte_span.h"

namespace interpres {

// The meaning of a line break.
enum class LineBreaks {
  kParagraph,  // every line break ends a sentence
  kWrapped,    // a single line break inside a paragraph is a space
};

// One sentence. It has at least one letter or digit.
struct Segment {
  // The bytes in the source text, without white space around them.
  ByteSpan span;

  // The text to translate: the bytes of `span`. With kWrapped, each line break
  // in them, together with the white space around it, is one space.
  std::string text;
};

// The segments are in order and do not overlap. The other bytes of `text` are
// gaps: white space, markers of lists, and lines without letters or digits.
struct Document {
  std::string text;
  std::vector<Segment> segments;
};

struct DocumentOptions {
  // A code of BCP 47. Empty means unknown.
  std::string language;
  LineBreaks line_breaks = LineBreaks::kParagraph;
};

// Divides `text` into segments and gaps. No segment crosses a tab. Returns
// INVALID_ARGUMENT if `text` is not UTF-8. Thread-safe.
absl::StatusOr<Document> ParseDocument(std::string text,
                                       const DocumentOptions& options);

struct Rendered {
  std::string text;

  // The bytes of each segment's translation in `text`.
  std::vector<ByteSpan> spans;
};

// Returns the text with each segment replaced by its translation. Copies the
// gaps byte for byte. Puts a space into an empty gap if the target language
// writes a space between sentences, except between two copies of the source
// and beside a full-width character. `target_language` is a code of BCP 47;
// empty means unknown and adds no space. REQUIRES: `translations` has one
// element for each segment. Thread-safe.
Rendered RenderDocument(const Document& document,
                        std::span<const std::string> translations,
                        std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_DOCUMENT_H_
