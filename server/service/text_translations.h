// Joins the translations of the segments of a text.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_TRANSLATIONS_H_
#define INTERPRES_SERVER_SERVICE_TEXT_TRANSLATIONS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace interpres {

// For each segment of a text, the index of one of its hypotheses.
using Combination = std::vector<int32_t>;

// Returns the `count` combinations with the highest sums of scores, the highest
// first, or all combinations if there are fewer. `scores` has the scores of the
// hypotheses of each segment, best first, at least one for each segment. Of
// equal sums, the combination with the better later segments comes first.
// O(segments * count * log(count)). REQUIRES: count >= 1. Thread-safe.
std::vector<Combination> BestCombinations(
    std::span<const std::vector<float>> scores, int32_t count);

// Returns the combinations of independent draws: the draws of a segment are in
// different combinations. The draws are sorted by their scores, so combination
// i takes draw i + s of segment s, modulo the number of draws. `draws` has the
// number of draws of each segment, 1 or `count`. REQUIRES: count >= 1.
// Thread-safe.
std::vector<Combination> CombineDraws(std::span<const int32_t> draws,
                                      int32_t count);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_TRANSLATIONS_H_
