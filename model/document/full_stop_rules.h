// Tells a full stop that ends a sentence from one that ends an abbreviation, an
// initial or an ordinal number.

#ifndef INTERPRES_MODEL_DOCUMENT_FULL_STOP_RULES_H_
#define INTERPRES_MODEL_DOCUMENT_FULL_STOP_RULES_H_

#include <string_view>

#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"

namespace interpres {

// Returns whether `word` is a Roman numeral in capitals.
bool IsRomanNumeral(std::u32string_view word);

// Returns whether a sentence ends at `e`, whose only mark is a full stop.
// REQUIRES: white space or a dash follows, and then no word in lower case.
// Thread-safe.
bool FullStopEndsSentence(const SentenceEnd& e, SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_FULL_STOP_RULES_H_
