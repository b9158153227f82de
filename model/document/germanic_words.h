// The words of Germanic languages that show where sentences end.

#ifndef INTERPRES_MODEL_DOCUMENT_GERMANIC_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_GERMANIC_WORDS_H_

#include "model/document/language_words.h"

namespace interpres {

extern const LanguageWords kEnglishWords;
extern const LanguageWords kGermanWords;
extern const LanguageWords kDutchWords;
extern const LanguageWords kSwedishWords;
extern const LanguageWords kDanishNorwegianWords;

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_GERMANIC_WORDS_H_
