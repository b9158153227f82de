// The shortlist of one sentence: the tokens that may be in its translation.

#ifndef INTERPRES_MODEL_ENGINE_SENTENCE_SHORTLIST_H_
#define INTERPRES_MODEL_ENGINE_SENTENCE_SHORTLIST_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/checkpoint/shortlist.h"

namespace interpres {

// The union of the lists of the source tokens and `always`, without the
// `suppressed` ones (sorted). Rising. All ids must be within the vocabulary.
std::vector<int32_t> SentenceShortlist(const Shortlist& shortlist,
                                       std::span<const int32_t> source,
                                       std::span<const int32_t> always,
                                       std::span<const int32_t> suppressed);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SENTENCE_SHORTLIST_H_
