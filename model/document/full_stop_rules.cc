#include "model/document/full_stop_rules.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "model/document/abbreviations.h"
#include "model/document/characters.h"
#include "model/document/sentence_words.h"

namespace interpres {
namespace {

using Language = SentenceLanguage;
using Word = std::u32string_view;

// Longer words are no abbreviations.
constexpr std::size_t kLongestAbbreviation = 12;

// The words around a full stop.
struct Context {
  const SentenceEnd& e;
  Language language;
  Word before = {};         // the word that has the full stop
  std::size_t first = 0;    // where the next word begins
  Word after = {};          // the next word
  bool first_word = false;  // `after` is a typical first word of a sentence
  bool number_after = false;

  bool item_after = false;  // an item of a list: `(b) What`
};

Context MakeContext(const SentenceEnd& e, Language language) {
  Context c = {.e = e, .language = language};
  c.before = WordBefore(e.text, e.mark);
  c.first = SkipOpening(e.text, e.next);
  c.after = WordAt(e.text, c.first);
  const bool initial = c.after.size() == 1 && At(e.text, c.first + 1) == U'.';

  c.item_after = IsItemAt(e.text, e.next);
  const bool numbered = IsDigit(At(e.text, e.next));
  c.first_word = (c.item_after && !numbered) ||
                 IsOneOf(U"¿¡", At(e.text, e.next)) ||
                 (!initial && IsFirstWord(language, c.after));
  c.number_after = !c.after.empty() && IsDigit(c.after[0]);
  return c;
}

// The position where the word before `word` ends; the beginning of the sentence
// if there is no such word.
std::size_t EndOfPrevious(const Context& c, Word word) {
  auto i = static_cast<std::size_t>(word.data() - c.e.text.data());
  while (i > c.e.begin && IsSpace(c.e.text[i - 1])) {
    --i;
  }
  return i;
}

Word PreviousWord(const Context& c, Word word) {
  const std::size_t end = EndOfPrevious(c, word);
  return end <= c.e.begin ? Word() : WordBefore(c.e.text, end);
}

// Finds `z. B.` and `EE. UU.` as well as `etc.`: joins up to two short words
// with full stops before the word.
Abbreviation FindWithParts(const Context& c) {
  std::u32string joined(c.before);
  Abbreviation kind = FindAbbreviation(c.language, joined);
  Word part = c.before;
  for (int i = 0; i < 3; ++i) {
    part = PreviousWord(c, part);
    if (part.size() < 2 || part.size() > 5 || part.back() != U'.') {
      break;
    }
    joined.insert(0, part);
    const Abbreviation found = FindAbbreviation(c.language, joined);
    kind = found == Abbreviation::kNone ? kind : found;
  }
  return kind;
}

// `Hauptstr.`, `Kerkstr.`
bool IsStreet(const Context& c) {
  return (c.language == Language::kGerman || c.language == Language::kDutch) &&
         c.before.size() > 3 && c.before.ends_with(U"str");
}

// `U.S`, `a.m`, `J.R.R`, `J.-P`: single letters with full stops between them.
bool IsAcronym(Word word) {
  int letters = 0;
  for (std::size_t i = 0; i < word.size(); ++letters) {
    const bool last = i + 1 == word.size();
    if (!IsLetter(word[i]) || !(last || word[i + 1] == U'.')) {
      return false;
    }
    i += At(word, i + 2) == U'-' ? 3 : 2;
  }
  return letters > 1;
}

// `non-U.S`
bool EndsWithAcronym(Word word) {
  const std::size_t hyphen = word.find(U'-');
  return IsAcronym(word) ||
         (hyphen != Word::npos && IsAcronym(word.substr(hyphen + 1)));
}

bool IsVowel(char32_t c) {
  return IsOneOf(U"aeiouyáéíóúýàèìòùâêîôûäëïöüãõåæøœąęěůőű",
                 LowerCase({&c, 1})[0]);
}

// `Hptm`, `kgl`: a short word without a vowel is an abbreviation, unless it is
// a unit behind a number or in capitals.
bool LooksAbbreviated(const Context& c) {
  constexpr std::size_t kLongest = 5;
  const Word word = c.before;
  const Word previous = PreviousWord(c, word);
  const bool unit = !previous.empty() && IsDigit(previous.back());
  // Czech has words such as `smrt` and `vlk`.
  const bool syllabic =
      c.language == Language::kCzech && word.find_first_of(U"lr") != Word::npos;
  return word.size() >= 2 && word.size() <= kLongest && !unit && !syllabic &&
         word[0] < 0x250 && !IsUpper(word[1]) &&
         std::ranges::all_of(word, IsLetter) &&
         std::ranges::none_of(word, IsVowel);
}

// `20.00`, `7.42`: unlike `24.12`, the last two digits are no month, and unlike
// `Kapitel 7.42`, this is no part of a text.
bool IsTime(const Context& c) {
  const Word word = c.before;
  const std::size_t dot = word.find(U'.');
  if (dot < 1 || dot > 2 || word.size() != dot + 3 ||
      std::ranges::count_if(word, IsDigit) + 1 != std::ssize(word)) {
    return false;
  }
  const Word hours = word.substr(0, dot);
  const Word minutes = word.substr(dot + 1);
  return (hours.size() < 2 || hours <= U"24") &&
         (minutes == U"00" || (minutes > U"12" && minutes <= U"59")) &&
         !IsSectionWord(c.language, PreviousWord(c, word));
}

// `as in § 20. This`, but not `§ 20. Title` at the beginning.
bool IsReferenceToParagraph(const Context& c) {
  const Word sign = PreviousWord(c, c.before);
  return sign == U"§" && sign.data() > c.e.text.data() + c.e.begin;
}

// `3. Mai`, `in 1990. He`: a number with a full stop.
bool EndsAfterNumber(const Context& c) {
  const bool ordinals = HasOrdinalDots(c.language);
  if (c.number_after) {
    return (IsYear(c.before) &&
            At(c.e.text, c.first + c.after.size()) != '.') ||
           (!ordinals && c.item_after);
  }
  if (!ordinals) {
    return !FollowsOrdinal(c.language, c.after);
  }
  if (FollowsOrdinal(c.language, c.after)) {
    return false;
  }
  const bool decimal = c.before.find(U',') != Word::npos;
  return c.first_word || IsYear(c.before) || decimal || IsTime(c) ||
         IsReferenceToParagraph(c);
}

// `Fischer, J. Peter`, `Plan B. The`: a single letter.
bool EndsAfterLetter(const Context& c) {
  const Word previous = PreviousWord(c, c.before);
  const bool is_pronoun = c.language == Language::kEnglish &&
                          c.before == U"I" && !previous.empty() &&
                          std::ranges::all_of(previous, IsLower);

  const bool after_initial =
      previous.ends_with(U'.') &&
      FindAbbreviation(c.language, previous.substr(0, previous.size() - 1)) !=
          Abbreviation::kInside;
  return !previous.empty() && !after_initial && !c.number_after &&
         (is_pronoun || c.first_word);
}

bool EndsAfterAbbreviation(const Context& c, Abbreviation kind) {
  switch (kind) {
    case Abbreviation::kInside:
      return false;
    case Abbreviation::kUnit:
      return c.first_word;
    case Abbreviation::kList:
      return c.first_word ||
             (c.language != Language::kGerman && !c.number_after);
    case Abbreviation::kNumber:
    case Abbreviation::kNone:
      break;
  }
  return c.first_word ||
         (!c.number_after && !IsRomanNumeral(c.after) && c.after.size() > 1);
}

// `day. 40 people`, but `cap. 5`: before a number the word must not be an
// abbreviation of a language with `for_unknown`.
bool EndsBeforeNumber(const Context& c) {
  constexpr std::size_t kShort = 2;
  return c.item_after || IsCommonWord(c.language, c.before) ||
         (c.before.size() > kShort &&
          FindAbbreviation(Language::kUnknown, c.before) ==
              Abbreviation::kNone);
}

// A word of no table. Polish has no full stop behind Roman numerals.
bool EndsAfterWord(const Context& c) {
  if (LooksAbbreviated(c) ||
      (IsRomanNumeral(c.before) && HasOrdinalDots(c.language) &&
       c.language != Language::kPolish)) {
    return c.first_word;
  }
  return !c.number_after || EndsBeforeNumber(c);
}

bool IsNumber(Word word) {
  return !word.empty() && IsDigit(word.back()) &&
         std::ranges::all_of(word, [](char32_t c) {
           return IsDigit(c) || IsOneOf(U".,'’:-/", c);
         });
}

}  // namespace

bool IsRomanNumeral(std::u32string_view word) {
  return !word.empty() && word.size() < 8 &&
         std::ranges::all_of(word,
                             [](char32_t c) { return IsOneOf(U"IVXLCDM", c); });
}

bool FullStopEndsSentence(const SentenceEnd& e, SentenceLanguage language) {
  const Context c = MakeContext(e, language);
  if (e.dot_after_close || c.before.empty()) {
    return true;
  }
  if (IsSoutheastAsian(c.before.back())) {
    return false;
  }
  if (IsNumber(c.before)) {
    return EndsAfterNumber(c);
  }
  if (c.before.size() <= kLongestAbbreviation) {
    const Abbreviation kind = FindWithParts(c);
    if (kind != Abbreviation::kNone) {
      return EndsAfterAbbreviation(c, kind);
    }
  }
  if (EndsWithAcronym(c.before) || IsStreet(c)) {
    return c.first_word;
  }
  if (c.before.size() == 1 && IsLetter(c.before[0])) {
    return EndsAfterLetter(c);
  }
  return EndsAfterWord(c);
}

}  // namespace interpres
