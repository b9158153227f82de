// Tested by shortlist_test.cc.

#include "model/engine/sentence_shortlist.h"

#include <algorithm>
#include <cstddef>

namespace interpres {
namespace {

constexpr std::size_t kFillMultiple = 8;

// See Shortlist::FillTokens. `tokens` is ascending, without repeats.
void FillUp(Shortlist::FillTokens fill, std::vector<int32_t>& tokens) {
  for (int32_t token = fill.begin;
       token < fill.end && tokens.size() % kFillMultiple != 0; ++token) {
    const auto place = std::lower_bound(tokens.begin(), tokens.end(), token);
    if (place == tokens.end() || *place != token) {
      tokens.insert(place, token);
    }
  }
}

}  // namespace

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
  FillUp(shortlist.fill_tokens(), tokens);
  std::erase_if(tokens, [suppressed](int32_t token) {
    return std::binary_search(suppressed.begin(), suppressed.end(), token);
  });
  return tokens;
}

}  // namespace interpres
