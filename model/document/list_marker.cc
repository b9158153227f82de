#include "model/document/list_marker.h"

#include <algorithm>

#include "model/document/characters.h"
#include "model/document/sentence_end.h"
#include "model/document/sentence_words.h"

namespace interpres {
namespace {

constexpr std::size_t kLongestNumber = 3;
constexpr std::size_t kLongestNumeral = 5;

bool IsBullet(char32_t c) { return IsOneOf(U"-*+•‣◦▪▫●○■□·–—―►▶✓✔☐☑", c); }

bool IsNumeral(std::u32string_view word) {
  return word.size() <= kLongestNumeral &&
         std::ranges::all_of(word,
                             [](char32_t c) { return IsOneOf(U"ivxIVX", c); });
}

// `3. Mai`, `2. und 3. Platz` and `3. maj`: an ordinal number, not an item.
// German also has other words in lower case behind the number of an item.
bool IsOrdinal(std::u32string_view line, std::size_t after,
               SentenceLanguage language) {
  const std::u32string_view word = WordAt(line, SkipSpace(line, after));
  return HasOrdinalDots(language) && !word.empty() &&
         (FollowsOrdinal(language, word) ||
          (language != SentenceLanguage::kGerman && IsLower(word[0])));
}

// The length of `1.`, `1)`, `(1)`, `a)` or `iv)` at `begin`; 0 if not there.
std::size_t NumberLength(std::u32string_view line, std::size_t begin,
                         SentenceLanguage language) {
  const bool bracket = At(line, begin) == U'(';
  const std::u32string_view word = WordAt(line, begin + (bracket ? 1 : 0));
  const std::size_t mark = begin + (bracket ? 1 : 0) + word.size();
  const bool number =
      word.size() <= kLongestNumber && std::ranges::all_of(word, IsDigit);
  const bool letter = word.size() == 1 || IsNumeral(word);
  if (word.empty() || !(number || letter)) {
    return 0;
  }
  const char32_t close = At(line, mark);
  const bool dot = close == U'.' && number && !bracket &&
                   !IsOrdinal(line, mark + 1, language);
  return close == U')' || dot ? mark + 1 - begin : 0;
}

// The length of `- `, `>>`, `[x]` and similar marks at `begin`, 0 if not there.
std::size_t BulletLength(std::u32string_view line, std::size_t begin) {
  if (line[begin] == U'>') {
    const std::size_t end = line.find_first_not_of(U'>', begin);
    return std::min(end, line.size()) - begin;
  }
  if (line[begin] == U'[') {
    const bool is_box =
        IsOneOf(U" xX", At(line, begin + 1)) && At(line, begin + 2) == U']';
    return is_box ? 3 : 0;
  }
  return IsBullet(line[begin]) ? 1 : 0;
}

}  // namespace

std::size_t SkipListMarkers(std::u32string_view line,
                            SentenceLanguage language) {
  std::size_t end = 0;
  while (end < line.size()) {
    const std::size_t bullet = BulletLength(line, end);
    const std::size_t length =
        bullet > 0 ? bullet : NumberLength(line, end, language);
    if (length == 0 || end + length >= line.size() ||
        !IsSpace(line[end + length])) {
      break;
    }
    end = SkipSpace(line, end + length);
  }
  return end;
}

}  // namespace interpres
