#include "model/engine/target_words.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "model/document/base_letters.h"
#include "model/document/characters.h"
#include "model/engine/carried_text.h"

namespace interpres {

TargetWords::TargetWords(const Tokenizer& tokenizer,
                         std::span<const int32_t> tokens)
    : tokenizer_(tokenizer), tokens_(tokens), texts_(tokenizer.Spell(tokens)) {
  bool in_word = false;
  for (int32_t i = 0; i < static_cast<int32_t>(tokens.size()); ++i) {
    const bool has_text = !texts_[i].empty() || IsUnknown(i);
    const bool is_word = has_text && IsWordToken(i);
    const bool continues =
        !words_.empty() &&
        (!has_text || (in_word && is_word && !BeginsWithSpace(i)));
    if (continues) {
      words_.back().end = i + 1;
    } else {
      words_.push_back({.begin = i, .end = i + 1});
    }
    in_word = has_text ? is_word : in_word;
    word_of_.push_back(static_cast<int32_t>(words_.size()) - 1);
  }
}

bool TargetWords::IsWordToken(int32_t token) const {
  if (texts_[token].empty()) {
    return IsUnknown(token);
  }
  const std::string_view text = WithoutLeadingSpaces(texts_[token]);
  return !text.empty() && IsWordCharacter(FirstCharacter(text));
}

std::u32string TargetWords::LettersOf(const TargetWord& word) const {
  std::string text;
  for (int32_t i = word.begin; i < word.end; ++i) {
    text += texts_[i];
  }
  std::string_view letters = WithoutLeadingSpaces(text);
  letters.remove_suffix(TrailingPunctuation(letters).size());
  return BaseLetters(DecodeUtf8(letters).code);
}

std::string TargetWords::Clear(const TargetWord& word) {
  const bool has_space = BeginsWithSpace(word.begin);
  int32_t last = word.end - 1;
  while (texts_[last].empty() && last > word.begin) {
    --last;
  }
  // The sign that bytes spell is the word itself.
  std::string tail(IsByte(last) ? std::string_view()
                                : TrailingPunctuation(texts_[last]));
  for (int32_t i = word.begin; i < word.end; ++i) {
    texts_[i].clear();
  }
  if (has_space) {
    texts_[word.begin].push_back(' ');
  }
  return tail;
}

std::string TargetWords::Remove(const TargetWord& word) {
  std::string tail = Clear(word);
  texts_[word.begin].clear();
  return IsByte(word.begin) ? "" : std::move(tail);
}

}  // namespace interpres
