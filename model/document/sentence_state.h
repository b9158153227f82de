// Open quotes and brackets of the sentence that is being read.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_STATE_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_STATE_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace interpres {

// Reads a paragraph once, from its first code point to its last one. Not
// thread-safe.
class SentenceState {
 public:
  // REQUIRES: the paragraph outlives the state.
  explicit SentenceState(std::u32string_view text) : text_(text) {}

  // Reads the code points up to `end`.
  void ReadUntil(std::size_t end);

  // A new sentence begins at the last code point read.
  void BeginSentence();

  // Returns whether the sentence has a letter or a digit so far.
  bool has_content() const { return has_content_; }

  // Returns whether a bracket of the sentence is open and closes soon.
  bool InsideBracket() const;

  // Returns whether a quote began inside the sentence, closes soon, and the
  // sentence continues after it: `He asked "Who? Why?" and left.`
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
