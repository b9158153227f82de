// Joins the translations of the segments of a text.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_TRANSLATIONS_H_
#define INTERPRES_SERVER_SERVICE_TEXT_TRANSLATIONS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace interpres {

// For each segment of a text, the index of one of the hypotheses of this
// segment. Together they make one translation of the text.
using Combination = std::vector<int32_t>;

// Returns the `count` combinations with the highest sums of scores, the highest
// first, or all combinations if there are fewer. `scores` has the scores of the
// hypotheses of each segment. Of equal sums, the combination with the better
// later segments comes first. Without segments, returns one empty combination.
// O(segments * count * log(count)). REQUIRES: count >= 1; each segment has at
// least one score, and its scores are in descending order. Thread-safe.
std::vector<Combination> BestCombinations(
    std::span<const std::vector<float>> scores, int32_t count);

// Returns `count` combinations of samples, in which each of the `count` samples
// of a segment is used once. The samples of a segment are sorted by score, so
// combination i takes sample i + s, modulo `count`, of segment s. Otherwise one
// combination would get all best samples. `draws` has the number of samples of
// each segment: `count`, or 1 for a segment that all combinations share.
// REQUIRES: count >= 1. Thread-safe.
std::vector<Combination> CombineDraws(std::span<const int32_t> draws,
                                      int32_t count);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_TRANSLATIONS_H_
