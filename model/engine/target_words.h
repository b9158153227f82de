// The words of a translation, as runs of its tokens.

#ifndef INTERPRES_MODEL_ENGINE_TARGET_WORDS_H_
#define INTERPRES_MODEL_ENGINE_TARGET_WORDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.h"

namespace interpres {

// The tokens [begin, end) of a translation: a word, or one other token. A token
// without text belongs to the word before it.
struct TargetWord {
  int32_t begin = 0;
  int32_t end = 0;
};

// Not thread-safe.
class TargetWords {
 public:
  // The arguments must outlive this object.
  TargetWords(const Tokenizer& tokenizer, std::span<const int32_t> tokens);

  // Returns all words, in order. Every token belongs to one of them.
  std::span<const TargetWord> all() const { return words_; }

  // Returns the word that has the token, and its index in all().
  const TargetWord& Of(int32_t token) const { return words_[word_of_[token]]; }
  int32_t IndexOf(int32_t token) const { return word_of_[token]; }

  // Returns the text of each token, as Tokenizer::Spell gives it. Clear changes
  // it.
  std::span<const std::string> texts() const { return texts_; }
  const std::string& text(int32_t token) const { return texts_[token]; }

  bool IsUnknown(int32_t token) const {
    return tokens_[token] == tokenizer_.unk_id();
  }
  bool IsByte(int32_t token) const {
    return tokenizer_.IsTargetByte(tokens_[token]);
  }

  // Returns whether the token continues or makes a word, as opposed to a space
  // or punctuation.
  bool IsWordToken(int32_t token) const;

  // Returns the letters of the word without accents, and without the
  // punctuation at its end.
  std::u32string LettersOf(const TargetWord& word) const;

  // Removes the text of the word except a space before it. Returns the
  // punctuation at the end of its last token.
  std::string Clear(const TargetWord& word);

  // Like Clear. Also removes the space, and the punctuation of a word that
  // begins with a byte.
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
