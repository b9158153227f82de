// Open quotes and brackets of the sentence that is being read.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_STATE_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_STATE_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace interpres {

// Tracks the open quotes and brackets of the current sentence, while a caller
// reads a paragraph once from its first code point to its last one. Not
// thread-safe.
class SentenceState {
 public:
  // `text` is the paragraph. REQUIRES: the characters of `text` outlive the
  // state.
  explicit SentenceState(std::u32string_view text) : text_(text) {}

  // Reads the code points of the paragraph before the index `end`. Does nothing
  // if they were read before.
  void ReadUntil(std::size_t end);

  // Begins a new sentence at the first code point that was not read. Brackets
  // and quotes that are open do not count as begun in the new sentence.
  void BeginSentence();

  // Returns whether the part of the current sentence that was read has a letter
  // or a digit.
  bool has_content() const { return has_content_; }

  // Returns whether a bracket that opened in the current sentence is open, and
  // a closing bracket is among the next 80 code points.
  bool InsideBracket() const;

  // Returns whether an open quote belongs to the current sentence, as in
  // `He asked "Who? Why?" and left.` This quote begins behind a letter or digit
  // of the sentence, and closes within the next 300 code points. A lower-case
  // letter, `,`, `;` or `:` follows the closing mark.
  bool InsideQuoteOfSentence() const;

 private:
  static constexpr char32_t kNoQuote = 0;

  void ReadQuote();

  std::u32string_view text_;
  std::size_t read_ = 0;
  bool has_content_ = false;
  int open_brackets_ = 0;
  char32_t open_quote_ = kNoQuote;  // the mark that opened the quote
  bool quote_inside_sentence_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_STATE_H_
