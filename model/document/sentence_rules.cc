#include "model/document/sentence_rules.h"

#include <algorithm>
#include <string>

#include "model/document/characters.h"
#include "model/document/full_stop_rules.h"
#include "model/document/sentence_words.h"

namespace interpres {
namespace {

// Punctuation after which the same sentence continues.
bool IsContinuation(char32_t c) {
  return IsOneOf(U",;:/\\=&|+%~^<>、，；：·…", c) || IsCloseBracket(c) ||
         MarkOf(c) != MarkKind::kNone;
}

// `iPhone`, `os.listdir`, `max_size`: a name may begin a sentence in lower
// case.
bool IsNameAt(std::u32string_view text, std::size_t begin) {
  const std::u32string_view word = WordAt(text, begin);
  const char32_t after = At(text, begin + word.size());
  const std::u32string_view second = WordAt(text, begin + word.size() + 1);
  return std::ranges::any_of(word, IsUpper) ||
         (after == U'_' && !second.empty()) || after == U'(' ||
         (after == U'.' && word.size() > 1 && second.size() > 1);
}

// `'s Avonds`, `'t Is`: the second word of a Dutch sentence has the capital.
bool IsDutchShortWordAt(std::u32string_view text, std::size_t begin) {
  return IsOneOf(U"'’‘", At(text, begin)) &&
         IsOneOf(U"kmnrst", At(text, begin + 1)) &&
         IsSpace(At(text, begin + 2)) && IsUpper(At(text, begin + 3));
}

// The next word or mark belongs to the same sentence: a word in lower case, or
// a punctuation mark.
bool Continues(const SentenceEnd& e, SentenceLanguage language) {
  const std::size_t first = SkipOpening(e.text, e.next);
  if (first >= e.text.size()) {
    return true;
  }
  if (language == SentenceLanguage::kDutch &&
      IsDutchShortWordAt(e.text, e.next)) {
    return false;
  }
  const char32_t c = e.text[first];
  return IsContinuation(c) ||
         (IsLower(c) && !IsNameAt(e.text, first) && !IsItemAt(e.text, e.next));
}

// `are you well? i am`: some people write without capitals.
bool HasNoCapitals(const SentenceEnd& e) {
  constexpr std::size_t kReach = 300;
  const std::u32string_view sentence =
      e.text.substr(e.begin, std::min(e.mark - e.begin, kReach));
  return IsLower(At(e.text, e.begin)) &&
         std::ranges::count_if(sentence, IsSpace) > 1 &&
         std::ranges::none_of(sentence, IsUpper);
}

// After a question, such a text goes on with a new sentence.
bool EndsWithoutCapitals(const SentenceEnd& e) {
  return e.has_end_mark && !e.closes_quote && !e.closes_bracket &&
         e.next > e.end && IsLower(At(e.text, e.next)) && HasNoCapitals(e);
}

// A sentence may begin without a space only after a dash or with a Spanish
// opening mark. Else the space is missing, or this is a name of a file.
bool IsSpaceMissing(const SentenceEnd& e) {
  return e.next == e.end && !IsOneOf(U"¿¡—―«“„", At(e.text, e.next));
}

// Web addresses and names of files and of program code.
bool LooksLikeAddress(std::u32string_view token) {
  return std::ranges::any_of(
      token, [](char32_t c) { return IsOneOf(U"/\\@=&_<>#", c); });
}

// `It was late.The bus`: words before and after show that the space is missing.
bool EndsWithoutSpace(const SentenceEnd& e, SentenceLanguage language) {
  const std::u32string_view before = WordBefore(e.text, e.mark);
  const std::u32string_view after = WordAt(e.text, e.next);
  const char32_t behind = At(e.text, e.next + after.size());
  if (e.has_ellipsis || before.size() < 2 || after.empty() ||
      LooksLikeAddress(before) || LooksLikeAddress({&behind, 1})) {
    return false;
  }
  if (e.has_end_mark) {
    return IsUpper(after[0]) && IsLower(before.back()) && IsSpace(behind);
  }
  const bool word =
      IsLower(before.back()) && std::ranges::all_of(before, IsLetter);
  return e.dots == 1 && (word || IsYear(before)) &&
         IsFirstWord(language, after) && behind != U'.';
}

// `1.`, `(2)`, `a.`: a marker of a list belongs to the text behind it.
bool IsOnlyMarker(const SentenceEnd& e) {
  constexpr std::size_t kLongestMarker = 7;
  if (e.mark - e.begin > kLongestMarker || e.has_end_mark) {
    return false;
  }
  int letters = 0;
  for (const char32_t c : e.text.substr(e.begin, e.mark - e.begin)) {
    if (IsSpace(c)) {
      return false;
    }
    letters += IsDigit(c) || IsOneOf(U".()[]#-", c) ? 0 : 1;
  }
  return letters <= 1 || IsRomanNumeral(WordBefore(e.text, e.mark));
}

// `Chapter 3. The sea`: the number of a part belongs to its title.
bool IsSectionNumber(const SentenceEnd& e, SentenceLanguage language) {
  // Every mark of a long sentence asks about its beginning.
  constexpr std::size_t kLongest = 40;
  if (e.mark - e.begin > kLongest) {
    return false;
  }
  const std::u32string_view first = WordAt(e.text, e.begin);
  const std::size_t after = e.begin + first.size();
  const std::size_t number =
      SkipSpace(e.text, after + (At(e.text, after) == U'.' ? 1 : 0));
  if (number >= e.mark || !IsSectionWord(language, first)) {
    return false;
  }
  const std::u32string_view rest = e.text.substr(number, e.mark - number);
  return rest.size() < 7 && (IsRomanNumeral(rest) || rest.size() == 1 ||
                             std::ranges::all_of(rest, [](char32_t c) {
                               return IsDigit(c) || c == U'.';
                             }));
}

// `the best (!) answer`: a mark alone in brackets comments on a word.
bool IsCommentMark(const SentenceEnd& e) {
  return e.mark > e.begin && IsOpenBracket(e.text[e.mark - 1]);
}

// `"Why?" Peter asked.`: the verb of the next words names the speaker. A full
// stop in the quote would be a comma there.
bool SpeakerFollows(const SentenceEnd& e, SentenceLanguage language) {
  constexpr int kWords = 4;
  if (!e.closes_quote || !(e.has_end_mark || e.has_ellipsis) ||
      IsFirstWord(language, WordAt(e.text, e.next))) {
    return false;
  }
  std::size_t i = e.next;
  for (int word = 0; word < kWords && i < e.text.size(); ++word) {
    const std::u32string_view found = WordAt(e.text, i);
    if (found.empty() || IsSpeechVerb(language, found)) {
      return !found.empty();
    }
    i = SkipSpace(e.text, i + found.size());
  }
  return false;
}

// `I... I do not know`, `Gut... Hund`: after an ellipsis only a word whose
// capital has no other reason begins a sentence.
bool EndsAfterEllipsis(const SentenceEnd& e, SentenceLanguage language) {
  const std::size_t first = SkipOpening(e.text, e.next);
  const std::u32string_view word = WordAt(e.text, first);
  if (language == SentenceLanguage::kEnglish && word == U"I") {
    return false;
  }
  return IsFirstWord(language, word) || IsOneOf(U"¿¡", At(e.text, e.next));
}

// After a closing quote, Japanese continues with a particle and Chinese with a
// verb of speech.
bool WideSentenceContinues(const SentenceEnd& e) {
  constexpr std::size_t kReach = 8;
  const char32_t next = e.text[e.next];
  const bool is_decimal = At(e.text, e.mark) == U'．' && e.mark > 0 &&
                          e.next == e.mark + 1 && IsDigit(e.text[e.mark - 1]) &&
                          IsDigit(next);
  if (is_decimal) {
    return true;  // `３．５`
  }
  if (IsOneOf(U"、，；：,;:）」』】》〉", next) ||
      (IsCloseBracket(next) || IsContinuation(next))) {
    return true;
  }
  if (!e.closes_quote) {
    return false;
  }
  if (IsOneOf(U"とっなのはがをにもでやか", next)) {
    return true;
  }
  for (const char32_t c : e.text.substr(e.next, kReach)) {
    if (IsOneOf(U"，。！？、；", c)) {
      return false;
    }
    if (IsOneOf(U"说說道问問喊叫答称稱写寫", c)) {
      return true;
    }
  }
  return false;
}

// A mark of ASCII between Chinese or Japanese characters needs no space.
bool IsBetweenWide(const SentenceEnd& e) {
  return e.mark > e.begin && IsWide(e.text[e.mark - 1]) &&
         IsWide(e.text[e.next]) && !e.has_ellipsis && e.dots < 2;
}

// `Yahoo! Inc.`
bool IsPartOfName(const SentenceEnd& e, SentenceLanguage language) {
  return e.end == e.mark + 1 && IsNameWithMark(WordBefore(e.text, e.mark)) &&
         !IsFirstWord(language, WordAt(e.text, e.next));
}

}  // namespace

bool EndsSentence(const SentenceEnd& e, SentenceLanguage language) {
  if (e.has_wide_mark || IsBetweenWide(e)) {
    return !WideSentenceContinues(e);
  }
  if (IsSpaceMissing(e)) {
    return EndsWithoutSpace(e, language);
  }
  if (EndsWithoutCapitals(e)) {
    return true;
  }
  if (Continues(e, language) || IsOnlyMarker(e) ||
      IsSectionNumber(e, language) || IsCommentMark(e) ||
      SpeakerFollows(e, language)) {
    return false;
  }
  if (e.has_end_mark) {
    return !IsPartOfName(e, language);
  }
  if (e.has_ellipsis || e.dots > 1) {
    return e.dot_after_close || EndsAfterEllipsis(e, language);
  }
  return FullStopEndsSentence(e, language);
}

}  // namespace interpres
