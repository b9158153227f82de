// Tells a full stop that ends a sentence from one that ends an abbreviation, an
// initial or an ordinal number.

#ifndef INTERPRES_MODEL_DOCUMENT_FULL_STOP_RULES_H_
#define INTERPRES_MODEL_DOCUMENT_FULL_STOP_RULES_H_

#include <string_view>

#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"

namespace interpres {

// Returns whether `word` looks like a Roman numeral in capitals: one to seven
// of the letters IVXLCDM, in any order.
bool IsRomanNumeral(std::u32string_view word);

// Returns whether a sentence ends at the place `e`, whose only mark is a full
// stop. `language` is the language of the text. REQUIRES: white space or a dash
// follows the place, and then no word in lower case. Thread-safe.
bool FullStopEndsSentence(const SentenceEnd& e, SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_FULL_STOP_RULES_H_
