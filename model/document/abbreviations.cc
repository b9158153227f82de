#include "model/document/abbreviations.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "model/base/status.h"
#include "model/document/all_language_words.h"
#include "model/document/characters.h"
#include "model/document/cldr_abbreviations.h"
#include "model/document/word_list.h"

namespace interpres {
namespace {

// For every language: many texts quote names and titles of other languages.
constexpr LanguageWords kAny = {
    .inside =
        "Dr Drs Prof Mr Mrs Ms Messrs St Ste vs i.e e.g cf ca Mme Mlle "
        "Univ P.S",
    .number = "No Nos",
    .unit =
        "Jr Inc Ltd Co Corp Bros Ph.D M.D B.A M.A a.m p.m U.S U.K E.U U.N "
        "vol vols ed eds p pp fig figs nr tel op ibid et.al al",
    .list = "etc"};

using Index = absl::flat_hash_map<std::string, Abbreviation>;

// Words that begin in lower case are stored in lower case. A word of several
// kinds has the last one.
void Add(const LanguageWords& table, Index& index) {
  const auto add = [&index](std::string_view words, Abbreviation kind) {
    for (const std::string_view word : WordsOf(words)) {
      const std::u32string code = DecodeUtf8(word).code;
      index[IsUpper(code[0]) ? std::string(word)
                             : EncodeUtf8(LowerCase(code))] = kind;
    }
  };
  add(table.inside, Abbreviation::kInside);
  add(table.number, Abbreviation::kNumber);
  add(table.unit, Abbreviation::kUnit);
  add(table.list, Abbreviation::kList);
}

// An index for each language with words. The index of kUnknown is the union of
// the indexes with `for_unknown`. The index of kOther has only kAny.
using Indexes = absl::flat_hash_map<SentenceLanguage, Index>;

Indexes MakeIndexes() {
  Indexes indexes;
  Index unknown;
  for (const LanguageWords* words : kAllLanguageWords) {
    Index index;
    for (const std::string& word : CldrAbbreviations(words->code)) {
      index[EncodeUtf8(LowerCase(DecodeUtf8(word).code))] = Abbreviation::kUnit;
    }
    Add(kAny, index);
    for (const std::string_view word : WordsOf(words->not_abbreviations)) {
      index.erase(AsAbsl(word));
    }
    Add(*words, index);
    if (words->for_unknown) {
      unknown.insert(index.begin(), index.end());
    }
    indexes[words->language] = std::move(index);
  }
  indexes[SentenceLanguage::kUnknown] = std::move(unknown);
  Add(kAny, indexes[SentenceLanguage::kOther]);
  return indexes;
}

const Index& IndexOf(SentenceLanguage language) {
  static const Indexes* const all = new Indexes(MakeIndexes());
  const auto found = all->find(language);
  return found == all->end() ? all->at(SentenceLanguage::kOther)
                             : found->second;
}

// The first letter of each part as it is, the others in lower case, so that
// `SAT` is found as `Sat`.
std::u32string AfterFirstLower(std::u32string_view word) {
  std::u32string form = LowerCase(word);
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (i == 0 || !IsLetter(word[i - 1])) {
      form[i] = word[i];
    }
  }
  return form;
}

}  // namespace

Abbreviation FindAbbreviation(SentenceLanguage language,
                              std::u32string_view word) {
  const Index& index = IndexOf(language);
  // `v.` is "versus", but `V.` is an initial.
  if (word.size() == 1) {
    const auto found = index.find(EncodeUtf8(word));
    return found == index.end() ? Abbreviation::kNone : found->second;
  }
  for (const std::u32string& form :
       {std::u32string(word), AfterFirstLower(word), LowerCase(word)}) {
    if (const auto found = index.find(EncodeUtf8(form)); found != index.end()) {
      return found->second;
    }
  }
  return Abbreviation::kNone;
}

}  // namespace interpres
