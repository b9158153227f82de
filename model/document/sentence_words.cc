#include "model/document/sentence_words.h"

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "model/document/all_language_words.h"
#include "model/document/characters.h"
#include "model/document/word_list.h"

namespace interpres {
namespace {

constexpr std::string_view kNamesWithMark = "yahoo jeopardy yum";

using Words = absl::flat_hash_set<std::string>;

void AddTo(Words& words, std::string_view list) {
  for (const std::string_view word : WordsOf(list)) {
    words.emplace(word);
  }
}

// A set for each language with words. The set of kUnknown is the union of the
// sets with `for_unknown`.
using Sets = absl::flat_hash_map<SentenceLanguage, Words>;

Sets MakeSets(std::string_view LanguageWords::*list) {
  Sets sets;
  for (const LanguageWords* words : kAllLanguageWords) {
    AddTo(sets[words->language], words->*list);
    if (words->for_unknown) {
      AddTo(sets[SentenceLanguage::kUnknown], words->*list);
    }
  }
  return sets;
}

bool Has(const Sets& sets, SentenceLanguage language,
         std::u32string_view word) {
  const auto words = sets.find(language);
  return words != sets.end() &&
         words->second.contains(EncodeUtf8(LowerCase(word)));
}

const Sets& FirstWordSets() {
  static const Sets* const sets =
      new Sets(MakeSets(&LanguageWords::first_words));
  return *sets;
}

Words MakeNamesWithMark() {
  Words words;
  AddTo(words, kNamesWithMark);
  return words;
}

}  // namespace

bool IsFirstWord(SentenceLanguage language, std::u32string_view word) {
  return !word.empty() && IsUpper(word[0]) &&
         Has(FirstWordSets(), language, word);
}

bool IsCommonWord(SentenceLanguage language, std::u32string_view word) {
  return Has(FirstWordSets(), language, word);
}

bool IsSpeechVerb(SentenceLanguage language, std::u32string_view word) {
  static const Sets* const sets =
      new Sets(MakeSets(&LanguageWords::speech_verbs));
  return Has(*sets, language, word);
}

bool IsSectionWord(SentenceLanguage language, std::u32string_view word) {
  static const Sets* const sets =
      new Sets(MakeSets(&LanguageWords::section_words));
  return Has(*sets, language, word) ||
         Has(*sets, SentenceLanguage::kUnknown, word);
}

bool FollowsOrdinal(SentenceLanguage language, std::u32string_view word) {
  static const Sets* const sets =
      new Sets(MakeSets(&LanguageWords::after_ordinal));
  return Has(*sets, language, word);
}

bool IsNameWithMark(std::u32string_view word) {
  static const Words* const words = new Words(MakeNamesWithMark());
  return words->contains(EncodeUtf8(LowerCase(word)));
}

}  // namespace interpres
