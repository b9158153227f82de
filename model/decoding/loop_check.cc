#include "model/decoding/loop_check.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace interpres {
namespace {

constexpr std::size_t kLongestRun = 8;
constexpr std::size_t kSequence = 4;

// A translation that repeats less is never a loop: `no, no, no, no!`
constexpr int32_t kAllowedRepetition = 4;
constexpr int32_t kAllowedSequences = 3;
// A translation may repeat itself a little more than its source.
constexpr int32_t kAllowedExcess = 1;

}  // namespace

int32_t LongestRepetition(std::span<const int32_t> tokens) {
  int32_t longest = tokens.empty() ? 0 : 1;
  for (std::size_t run = 1; run <= kLongestRun; ++run) {
    std::size_t equal = 0;  // tokens that equal the token `run` places before
    for (std::size_t i = run; i < tokens.size(); ++i) {
      equal = tokens[i] == tokens[i - run] ? equal + 1 : 0;
      longest = std::max(longest, static_cast<int32_t>(equal / run) + 1);
    }
  }
  return longest;
}

int32_t MostFrequentSequence(std::span<const int32_t> tokens) {
  std::vector<std::array<int32_t, kSequence>> sequences;
  for (std::size_t i = 0; i + kSequence <= tokens.size(); ++i) {
    std::copy_n(tokens.begin() + static_cast<std::ptrdiff_t>(i), kSequence,
                sequences.emplace_back().begin());
  }
  std::sort(sequences.begin(), sequences.end());
  int32_t most = 0;
  int32_t count = 0;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    count = i > 0 && sequences[i] == sequences[i - 1] ? count + 1 : 1;
    most = std::max(most, count);
  }
  return most;
}

bool RepeatsItself(std::span<const int32_t> tokens) {
  return LongestRepetition(tokens) > kAllowedRepetition ||
         MostFrequentSequence(tokens) > kAllowedSequences;
}

bool IsLoop(std::span<const int32_t> source, std::span<const int32_t> target) {
  const int32_t repetition = LongestRepetition(target);
  if (repetition > kAllowedRepetition &&
      repetition > LongestRepetition(source) + kAllowedExcess) {
    return true;
  }
  const int32_t sequences = MostFrequentSequence(target);
  return sequences > kAllowedSequences &&
         sequences > MostFrequentSequence(source) + kAllowedExcess;
}

}  // namespace interpres
