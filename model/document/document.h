// A text with its sentences, whose translations are put back into the shape of
// the text.

#ifndef INTERPRES_MODEL_DOCUMENT_DOCUMENT_H_
#define INTERPRES_MODEL_DOCUMENT_DOCUMENT_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/atom.h"
#include "model/document/atom_finder.h"
#include "model/document/byte_span.h"
#include "model/document/glossary.h"
#include "model/document/letter_case.h"

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
  // in them, together with the white space around it and the marks of a quoted
  // line, is one space.
  std::string text;

  // The atoms of `text`, in order.
  std::vector<Atom> atoms = {};

  // The terms of `text`, in order.
  std::vector<TermMatch> terms = {};

  // Whether the segment is a part of a sentence that was too long.
  bool is_part = false;

  // The case of the source, if `text` is in sentence case instead. The caller
  // must then change the translation (InCaseOf).
  LetterCase changed_case = LetterCase::kUsual;
};

// A text that ParseDocument (model/document/document_parser.h) has divided. The
// segments are in order and do not overlap. The other bytes of `text` are
// gaps: white space, markers of lists, and lines without letters or digits.
struct Document {
  std::string text;
  std::vector<Segment> segments;
};

struct DocumentOptions {
  // A code of BCP 47. Empty means unknown.
  std::string language;
  LineBreaks line_breaks = LineBreaks::kParagraph;
  // How atoms are found. Null means that segments have no atoms.
  std::shared_ptr<const AtomOptions> atoms = nullptr;
  // Null means that segments have no terms.
  std::shared_ptr<const Glossary> glossary = nullptr;
};

// Finds the atoms and the terms of the segment's text. Thread-safe.
void FindAtomsAndTerms(const DocumentOptions& options, Segment& segment);

// Returns the segment of the bytes `span` of the text. Thread-safe.
Segment MakeSegment(std::string_view text, ByteSpan span,
                    const DocumentOptions& options);

// Returns the parts of a segment of the document, in order, as segments that
// replace it: each has at most `max_bytes` bytes of source, see DivideSentence.
// Takes the options of ParseDocument. REQUIRES: max_bytes is above 0.
// Thread-safe.
std::vector<Segment> DivideSegment(const Document& document,
                                   const Segment& segment, int64_t max_bytes,
                                   const DocumentOptions& options);

// Returns a document that is not divided: its only segment is the whole text.
// Line breaks stay as they are.
Document WholeDocument(std::string text, const DocumentOptions& options);

// Returns whether the segment has a letter or a digit outside its atoms.
bool HasContentOutsideAtoms(const Segment& segment);

// Returns the bytes of an atom of the segment in the text of the document. If
// the text of the segment is not its bytes, and the atom cannot be found in
// them, returns the bytes of the segment.
ByteSpan SpanInDocument(const Document& document, const Segment& segment,
                        const ByteSpan& atom);

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
