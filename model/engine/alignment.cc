// Tested by alignment_test.cc.

#include "model/engine/alignment.h"

#include <algorithm>

namespace interpres {

int32_t AlignedToken(std::span<const float> weights,
                     const CrossAttentionShape& shape,
                     const SourcePieces& pieces) {
  const auto source_tokens = static_cast<int32_t>(
      static_cast<int64_t>(weights.size()) / shape.matrices());
  const std::span<const float> layer =
      weights.subspan(static_cast<std::size_t>(AlignmentLayer(shape.layers)) *
                      shape.heads * source_tokens);
  // The sum over heads ranks as the mean does.
  const auto sum = [&](int32_t token) {
    double total = 0.0;
    for (int32_t head = 0; head < shape.heads; ++head) {
      total += layer[static_cast<std::size_t>(head) * source_tokens + token];
    }
    return total;
  };
  const int32_t end = AlignedEnd(source_tokens, pieces);
  int32_t best = std::min(pieces.first, end);
  double largest = sum(best);
  for (int32_t token = best + 1; token < end; ++token) {
    if (const double total = sum(token); total > largest) {
      best = token;
      largest = total;
    }
  }
  return best;
}

int32_t AlignedEnd(int32_t source_tokens, const SourcePieces& pieces) {
  const int64_t end = int64_t{pieces.first} + pieces.count;
  return static_cast<int32_t>(std::min<int64_t>(end, source_tokens - 1));
}

}  // namespace interpres
