// Finds translations that repeat themselves, as a model does when it has lost
// its place in the source.

#ifndef INTERPRES_MODEL_DECODING_LOOP_CHECK_H_
#define INTERPRES_MODEL_DECODING_LOOP_CHECK_H_

#include <cstdint>
#include <span>

namespace interpres {

// Returns how many times in a row a run of tokens occurs, the largest number
// over all runs of up to eight tokens: 3 for `a b a b a b`. 0 without tokens.
// O(tokens). Thread-safe.
int32_t LongestRepetition(std::span<const int32_t> tokens);

// Returns how often the commonest sequence of four tokens occurs, in a row
// or not. 0 with fewer than four tokens. O(tokens * log(tokens)). Thread-safe.
int32_t MostFrequentSequence(std::span<const int32_t> tokens);

// Returns whether the tokens repeat a run or a sequence more often than a
// sentence usually does. O(tokens * log(tokens)). Thread-safe.
bool RepeatsItself(std::span<const int32_t> tokens);

// Returns whether the translation `target` repeats itself more than its source
// does. Both are tokens without special pieces. Thread-safe.
bool IsLoop(std::span<const int32_t> source, std::span<const int32_t> target);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_LOOP_CHECK_H_
