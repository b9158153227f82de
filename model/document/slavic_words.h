// The words of Slavic languages that show where sentences end.

#ifndef INTERPRES_MODEL_DOCUMENT_SLAVIC_WORDS_H_
#define INTERPRES_MODEL_DOCUMENT_SLAVIC_WORDS_H_

#include "model/document/language_words.h"

namespace interpres {

extern const LanguageWords kRussianWords;
extern const LanguageWords kPolishWords;
extern const LanguageWords kCzechWords;

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SLAVIC_WORDS_H_
