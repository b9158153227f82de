// Splits a paragraph into sentences.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTENCE_SPLITTER_H_
#define INTERPRES_MODEL_DOCUMENT_SENTENCE_SPLITTER_H_

#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Returns the sentences of `paragraph` in order, without white space around
// them. Only white space lies before, between and after the sentences. Each
// sentence has a letter or a digit, except if `paragraph` has neither: then the
// result is one sentence, or empty if `paragraph` is only white space. A line
// break is white space and ends no sentence.
//
// `language` is a code of BCP 47; empty means unknown. In doubt a sentence is
// left whole. REQUIRES: `paragraph` is UTF-8. Thread-safe.
std::vector<ByteSpan> SplitSentences(std::string_view paragraph,
                                     std::string_view language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTENCE_SPLITTER_H_
