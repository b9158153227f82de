// The list of all languages with words.

#ifndef INTERPRES_MODEL_DOCUMENT_ALL_LANGUAGE_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_ALL_LANGUAGE_WORDS_H_

#include <array>

#include "model/document/germanic_words.h"
#include "model/document/language_words.h"
#include "model/document/romance_words.h"
#include "model/document/slavic_words.h"

namespace interpres {

// If an abbreviation has several kinds, kUnknown means the kind in the first of
// these languages.
inline constexpr std::array<const LanguageWords*, 12> kAllLanguageWords = {
    &kEnglishWords, &kSpanishWords,    &kGermanWords,  &kFrenchWords,
    &kItalianWords, &kPortugueseWords, &kRussianWords, &kPolishWords,
    &kCzechWords,   &kDutchWords,      &kSwedishWords, &kDanishNorwegianWords};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALL_LANGUAGE_WORDS_H_
