// Decides whether a sentence ends at a mark. In doubt the sentence continues,
// because half a sentence has no good translation.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_RULES_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_RULES_H_

#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"

namespace interpres {

// Returns whether the sentence ends at `e`, judged by the words and characters
// around its marks. Returns false in doubt. Does not check whether a quote or a
// bracket is open; the caller must check this. REQUIRES: MeasureSentenceEnd
// returned `e`, and e.next is less than e.text.size(). Thread-safe.
bool EndsSentence(const SentenceEnd& e, SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_RULES_H_
