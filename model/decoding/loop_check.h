// Finds translations that repeat themselves, as a model does when it has lost
// its place in the source.

#ifndef INTERPRES_MODEL_DECODING_LOOP_CHECK_H_
#define INTERPRES_MODEL_DECODING_LOOP_CHECK_H_

#include <cstdint>
#include <span>

namespace interpres {

// Returns how many times in a row a run of tokens occurs, the largest number
// over all runs of one to eight tokens: 3 for `a b a b a b`. Returns 0 without
// tokens. O(tokens). Thread-safe.
int32_t LongestRepetition(std::span<const int32_t> tokens);

// Returns how often the commonest sequence of four tokens occurs, in a row or
// not. Overlapping occurrences count: 2 for `a a a a a`. Returns 0 with fewer
// than four tokens. O(tokens * log(tokens)). Thread-safe.
int32_t MostFrequentSequence(std::span<const int32_t> tokens);

// Returns whether the tokens repeat themselves: a run of up to eight tokens
// occurs more than 4 times in a row, or a sequence of four tokens more than 3
// times. O(tokens * log(tokens)). Thread-safe.
bool RepeatsItself(std::span<const int32_t> tokens);

// Returns whether the translation `target` repeats itself clearly more than its
// source. This is so if LongestRepetition(target) is above 4 and above the
// number of the source plus 1. It is also so if MostFrequentSequence(target) is
// above 3 and above the number of the source plus 1. Both are tokens without
// special pieces. Thread-safe.
bool IsLoop(std::span<const int32_t> source, std::span<const int32_t> target);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_LOOP_CHECK_H_
