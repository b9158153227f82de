// The abbreviations of the languages of language_words.h, together with CLDR's.

#ifndef INTERPRES_MODEL_DOCUMENT_ABBREVIATIONS_H_
#define INTERPRES_MODEL_DOCUMENT_ABBREVIATIONS_H_

#include <string_view>

#include "model/document/sentence_language.h"

namespace interpres {

enum class Abbreviation {
  kNone,    // no abbreviation
  kInside,  // never ends a sentence: `Dr.`, `z. B.`, `vs.`
  kNumber,  // an abbreviation only before a number: `No. 5`, but `No. He left.`
  kUnit,    // ends a sentence if a typical first word follows: `Inc.`, `U.S.`
  kList,    // ends a sentence if a capital follows: `etc.`
};

// Returns the kind of the abbreviation `word`, which is without its last full
// stop. Returns kNone for a word that is in no table of the language. Parts are
// joined by full stops, without spaces: `z.B`, `a.m`. A table word in lower
// case matches in any case. A table word with a capital matches only with this
// capital. One letter matches only in its case. kUnknown means the words of the
// languages with `for_unknown` (language_words.h). For a language without a
// table, only words that many languages share are found. Thread-safe.
Abbreviation FindAbbreviation(SentenceLanguage language,
                              std::u32string_view word);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ABBREVIATIONS_H_
