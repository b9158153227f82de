// Tested by shortlist_test.cc.

#include "model/engine/sentence_shortlist.h"

#include <algorithm>

namespace interpres {

std::vector<int32_t> SentenceShortlist(const Shortlist& shortlist,
                                       std::span<const int32_t> source,
                                       std::span<const int32_t> always,
                                       std::span<const int32_t> suppressed) {
  std::vector<int32_t> tokens(always.begin(), always.end());
  for (const int32_t token : source) {
    const std::span<const int32_t> list = shortlist.list(token);
    tokens.insert(tokens.end(), list.begin(), list.end());
  }
  std::sort(tokens.begin(), tokens.end());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  std::erase_if(tokens, [suppressed](int32_t token) {
    return std::binary_search(suppressed.begin(), suppressed.end(), token);
  });
  return tokens;
}

}  // namespace interpres
