#ifndef INTERPRES_TESTS_MODEL_DECODING_REPEATED_NGRAM_H_
#define INTERPRES_TESTS_MODEL_DECODING_REPEATED_NGRAM_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace interpres {

inline bool RepeatsAnNgram(const std::vector<int32_t>& tokens, std::size_t n) {
  std::set<std::vector<int32_t>> seen;
  for (std::size_t i = 0; i + n <= tokens.size(); ++i) {
    const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(i);
    if (!seen.insert({begin, begin + static_cast<std::ptrdiff_t>(n)}).second) {
      return true;
    }
  }
  return false;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_DECODING_REPEATED_NGRAM_H_
