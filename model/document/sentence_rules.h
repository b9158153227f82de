// Decides whether a sentence ends at a mark. In doubt the sentence continues,
// because half a sentence has no good translation.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_RULES_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_RULES_H_

#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"

namespace interpres {

// Returns whether a sentence ends at `e`, as far as the characters around the
// marks tell. The caller checks open quotes and brackets. REQUIRES: `e.next` is
// a position of `e.text`. Thread-safe.
bool EndsSentence(const SentenceEnd& e, SentenceLanguage language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_RULES_H_
