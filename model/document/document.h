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

// A part of a text that is translated separately, usually one sentence. A
// segment that ParseDocument returns has at least one letter or digit.
struct Segment {
  // The bytes of the segment in Document::text. ParseDocument leaves out the
  // white space around them.
  ByteSpan span;

  // The text to translate: the bytes of `span`, unless `changed_case` is set.
  // With LineBreaks::kWrapped, each line break in them, together with the white
  // space around it and the marks of a quoted line, is one space.
  std::string text;

  // The atoms of `text`, in order.
  std::vector<Atom> atoms = {};

  // The terms of `text`, in order.
  std::vector<TermMatch> terms = {};

  // Whether the segment is a part of a sentence that was too long.
  bool is_part = false;

  // Whether the text is a message with branches (FindMessageArguments), in
  // which an apostrophe can begin a quotation.
  bool is_in_message = false;

  // The case of the source, if `text` is in sentence case instead. The caller
  // must then give the translation this case (InCaseOf). kUsual means that
  // `text` has the case of the source.
  LetterCase changed_case = LetterCase::kUsual;
};

// A text that is divided into segments, for example by ParseDocument. The
// segments are in order and do not overlap. The other bytes of `text` are gaps,
// which are not translated, such as white space, markers of lists and lines
// without letters or digits.
struct Document {
  std::string text;
  std::vector<Segment> segments;
};

struct DocumentOptions {
  // The language of the text, a code of BCP 47. Empty means unknown.
  std::string language;
  LineBreaks line_breaks = LineBreaks::kParagraph;
  // How the atoms of segments are found. Null means that segments have no
  // atoms.
  std::shared_ptr<const AtomOptions> atoms = nullptr;
  // Null means that segments have no terms.
  std::shared_ptr<const Glossary> glossary = nullptr;
};

// Sets segment.atoms and segment.terms to the atoms and the terms of
// segment.text. Leaves the atoms unchanged if options.atoms is null, and the
// terms if options.glossary is null. Thread-safe.
void FindAtomsAndTerms(const DocumentOptions& options, Segment& segment);

// Returns a segment of the bytes `span` of the text, with its atoms and terms.
// REQUIRES: `span` lies in `text`. Thread-safe.
Segment MakeSegment(std::string_view text, ByteSpan span,
                    const DocumentOptions& options);

// Returns the parts of a segment of the document, in order, as segments that
// replace the segment. Each part has at most `max_bytes` bytes of source; only
// an indivisible character can have more (DivideSentence). Each part has
// `is_part` set. REQUIRES: max_bytes is above 0, and `options` are the options
// with which the document was parsed. Thread-safe.
std::vector<Segment> DivideSegment(const Document& document,
                                   const Segment& segment, int64_t max_bytes,
                                   const DocumentOptions& options);

// Returns a document that is not divided: its only segment is the whole text,
// even if the text is empty. Line breaks stay in the segment, and
// options.line_breaks is ignored. Thread-safe.
Document WholeDocument(std::string text, const DocumentOptions& options);

// Returns whether the segment has a letter or a digit outside its atoms.
bool HasContentOutsideAtoms(const Segment& segment);

// Returns the bytes in document.text of `part`, which are bytes of
// segment.text such as an atom. Returns the bytes of the whole segment if
// `part` is white space, or if a change of case has changed the number of
// characters. REQUIRES: `segment` is of `document`.
ByteSpan SpanInDocument(const Document& document, const Segment& segment,
                        const ByteSpan& part);

struct Rendered {
  std::string text;

  // The bytes of the translation of each segment in `text`, in the order of the
  // segments.
  std::vector<ByteSpan> spans;
};

// Returns the text with each segment replaced by its translation. Copies the
// gaps byte for byte. Puts a space into an empty gap if the target language
// writes a space between sentences. Puts no space between two copies of the
// source, beside a full-width character, a space or an empty translation.
// `target_language` is a code of BCP 47; empty means unknown and adds no space.
// Ends the process unless `translations` has one element for each segment.
// Thread-safe.
Rendered RenderDocument(const Document& document,
                        std::span<const std::string> translations,
                        std::string_view target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_DOCUMENT_H_
