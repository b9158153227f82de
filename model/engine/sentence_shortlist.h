// The shortlist of one sentence: the tokens that may be in its translation.

#ifndef INTERPRES_MODEL_ENGINE_SENTENCE_SHORTLIST_H_
#define INTERPRES_MODEL_ENGINE_SENTENCE_SHORTLIST_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/checkpoint/shortlist.h"

namespace interpres {

// Returns the target tokens that may translate a sentence, ascending, without
// repeats. These are the tokens that `shortlist` lists for each token of
// `source`, the tokens of `always`, and tokens of shortlist.fill_tokens() up to
// a multiple of 8 tokens. Leaves out every token of `suppressed`, even if
// `always` has the token. REQUIRES: `suppressed` is ascending; all ids are
// within the vocabulary.
std::vector<int32_t> SentenceShortlist(const Shortlist& shortlist,
                                       std::span<const int32_t> source,
                                       std::span<const int32_t> always,
                                       std::span<const int32_t> suppressed);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SENTENCE_SHORTLIST_H_
