// The words of a translation, as runs of its tokens.

#ifndef INTERPRES_MODEL_ENGINE_TARGET_WORDS_H_
#define INTERPRES_MODEL_ENGINE_TARGET_WORDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.h"

namespace interpres {

// The tokens [begin, end) of a translation: a word, or one other token such as
// punctuation. Also has the tokens without text that follow. Tokens without
// text at the start of a translation form one TargetWord.
struct TargetWord {
  int32_t begin = 0;
  int32_t end = 0;
};

// The words of one translation, with the text of each token. Clear and Remove
// take texts away. Below, a token is an index into the tokens that the
// constructor got. Not thread-safe.
class TargetWords {
 public:
  // REQUIRES: `tokenizer` and the array of `tokens` outlive this object.
  TargetWords(const Tokenizer& tokenizer, std::span<const int32_t> tokens);

  // Returns the words and the other tokens (such as punctuation) of the
  // translation, in order. Every token belongs to exactly one TargetWord.
  std::span<const TargetWord> all() const { return words_; }

  // Of returns the word that has the token with the index `token` in the
  // translation. IndexOf returns the index of this word in all().
  // REQUIRES: 0 <= token < number of tokens.
  const TargetWord& Of(int32_t token) const { return words_[word_of_[token]]; }
  int32_t IndexOf(int32_t token) const { return word_of_[token]; }

  // Returns the text of each token of the translation, as Tokenizer::Spell
  // gives the text. Clear and Remove change the texts.
  std::span<const std::string> texts() const { return texts_; }
  const std::string& text(int32_t token) const { return texts_[token]; }

  bool IsUnknown(int32_t token) const {
    return tokens_[token] == tokenizer_.unk_id();
  }
  bool IsByte(int32_t token) const {
    return tokenizer_.IsTargetByte(tokens_[token]);
  }

  // Returns whether the token with the index `token` can be a part of a word:
  // its text begins, after spaces, with a letter, a combining mark, a digit or
  // another number. True for the unknown token, false for other tokens without
  // text.
  bool IsWordToken(int32_t token) const;

  // Returns the text of the word for comparisons: in lower case, without
  // accents, without spaces at the start and without punctuation at the end.
  // Empty if no token of the word has a letter, combining mark or digit.
  std::u32string LettersOf(const TargetWord& word) const;

  // Empties the texts of the tokens of `word`. Only a space at the start of the
  // word stays. Returns the punctuation at the end of the last token that had
  // text. Returns "" if this token is a byte token.
  std::string Clear(const TargetWord& word);

  // Empties the texts of the tokens of `word`, also of the space at its start.
  // Returns the punctuation at the end of the last token that had text. Returns
  // "" if the first or the last such token is a byte token.
  std::string Remove(const TargetWord& word);

 private:
  bool BeginsWithSpace(int32_t token) const {
    return texts_[token].starts_with(' ');
  }

  const Tokenizer& tokenizer_;
  const std::span<const int32_t> tokens_;
  std::vector<std::string> texts_;  // of the tokens
  std::vector<TargetWord> words_;
  std::vector<int32_t> word_of_;  // of the tokens
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_TARGET_WORDS_H_
