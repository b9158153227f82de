// A place where a sentence may end, and the words around it.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_END_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_END_H_

#include <cstddef>
#include <string_view>

namespace interpres {

// A place in a paragraph where a sentence may end, and the marks there.
// Positions are indices of code points in `text`.
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

// Measures the place at the index `mark` of `text` where the sentence that
// begins at the index `begin` may end. Does not decide whether the sentence
// ends there. Further marks, closing quotes and brackets, footnote numbers, a
// citation such as `(Smith, 1998)` and emoji behind the mark belong to the
// sentence. REQUIRES: MarkOf(text[mark]) is not kNone.
SentenceEnd MeasureSentenceEnd(std::u32string_view text, std::size_t begin,
                               std::size_t mark);

// Returns the word of `text` before the index `end`, at most its last 40
// characters. The word begins behind white space, a bracket, a quote, a long
// dash, `¿`, `¡`, `*`, or an elided article (`l'`). The word may contain full
// stops and hyphens. Empty if one of these characters stands directly before
// `end`.
std::u32string_view WordBefore(std::u32string_view text, std::size_t end);

// Returns the letters and digits of `text` from the index `begin`, at most 40.
// Empty if no letter or digit is there, or if `begin` is beyond the end of
// `text`.
std::u32string_view WordAt(std::u32string_view text, std::size_t begin);

// Returns whether `word` is a year: four digits that begin with `1` or `2`.
bool IsYear(std::u32string_view word);

// Returns whether an item of a list begins at `begin`, such as `(b) What` or
// `2. Call`. The marker of the item is one letter or up to two digits, and a
// closing bracket. Behind digits, a full stop before a capital also counts.
bool IsItemAt(std::u32string_view text, std::size_t begin);

// Returns the index behind the characters at `begin` that can open a sentence:
// quotes, opening brackets, dashes, bullets, `¿`, `¡`, `*`, `_`, and white
// space behind each of them. Returns `begin` if no such character is there.
std::size_t SkipOpening(std::u32string_view text, std::size_t begin);

// Returns the index of the first character from `begin` on that is not white
// space. Returns text.size() if only white space follows.
std::size_t SkipSpace(std::u32string_view text, std::size_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_END_H_
