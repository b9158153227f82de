// A place where a sentence may end, and the words around it.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_END_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_END_H_

#include <cstddef>
#include <string_view>

namespace interpres {

// Positions are indices into `text`.
struct SentenceEnd {
  std::u32string_view text;      // the paragraph
  std::size_t begin = 0;         // where the sentence begins
  std::size_t mark = 0;          // the first mark: `.` in `done.") He`
  std::size_t end = 0;           // after the last character of the sentence
  std::size_t next = 0;          // the first character that is not white space
  int dots = 0;                  // full stops in `text[mark, end)`
  bool has_end_mark = false;     // a question or exclamation mark, for example
  bool has_wide_mark = false;    // a full-width mark
  bool has_ellipsis = false;     // the character of three dots
  bool closes_quote = false;     // a quotation mark after the marks
  bool closes_bracket = false;   // a bracket after the marks
  bool dot_after_close = false;  // a full stop after a quote or a bracket
};

// Measures the end whose first mark is at `mark`. Further marks, closing quotes
// and brackets, footnote numbers, a citation in brackets and emoji after the
// mark belong to the sentence. REQUIRES: MarkOf(text[mark]) is not kNone.
SentenceEnd MeasureSentenceEnd(std::u32string_view text, std::size_t begin,
                               std::size_t mark);

// Returns the word that ends at `end`: back to white space, a bracket, a quote
// or a dash. The word may contain full stops. An elided article (`l'`) is not
// part of the word. Empty if another character comes before `end`.
std::u32string_view WordBefore(std::u32string_view text, std::size_t end);

// Returns the letters and digits at `begin`. Empty if no letter or digit is
// there, or if `begin` is beyond the end of `text`.
std::u32string_view WordAt(std::u32string_view text, std::size_t begin);

// Returns whether `word` is a year of four digits.
bool IsYear(std::u32string_view word);

// Returns whether an item of a list begins at `begin`: `2. Call`, `(b) What`.
bool IsItemAt(std::u32string_view text, std::size_t begin);

// Returns the position after quotes, brackets, dashes, `¿` and `¡` that open a
// sentence at `begin`.
std::size_t SkipOpening(std::u32string_view text, std::size_t begin);

// Returns the position of the first character from `begin` that is not white
// space.
std::size_t SkipSpace(std::u32string_view text, std::size_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_END_H_
