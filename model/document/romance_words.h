// The words of Romance languages that show where sentences end.

#ifndef INTERPRES_MODEL_DOCUMENT_ROMANCE_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_ROMANCE_WORDS_H_

#include "model/document/language_words.h"

namespace interpres {

extern const LanguageWords kSpanishWords;
extern const LanguageWords kFrenchWords;
extern const LanguageWords kItalianWords;
extern const LanguageWords kPortugueseWords;

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ROMANCE_WORDS_H_
