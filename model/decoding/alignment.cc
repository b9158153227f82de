// Tested by alignment_test.cc.

#include "model/decoding/alignment.h"

#include <algorithm>
#include <cstddef>

namespace interpres {

int32_t AlignedToken(std::span<const float> weights,
                     const SourcePieces& pieces) {
  const int32_t end = AlignedEnd(static_cast<int32_t>(weights.size()), pieces);
  const auto first = static_cast<std::size_t>(std::min(pieces.first, end));
  const auto candidates =
      weights.subspan(first, static_cast<std::size_t>(end) - first);
  const auto best = std::max_element(candidates.begin(), candidates.end());
  return static_cast<int32_t>(first) +
         static_cast<int32_t>(best - candidates.begin());
}

int32_t AlignedEnd(int32_t source_tokens, const SourcePieces& pieces) {
  const int64_t end = int64_t{pieces.first} + pieces.count;
  return static_cast<int32_t>(std::min<int64_t>(end, source_tokens - 1));
}

}  // namespace interpres
