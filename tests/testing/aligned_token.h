// The alignment of a token, from the attention weights of every layer and head.

#ifndef INTERPRES_TESTS_TESTING_ALIGNED_TOKEN_H_
#define INTERPRES_TESTS_TESTING_ALIGNED_TOKEN_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/decoding/alignment.h"
#include "model/decoding/step_model.h"

namespace interpres {

// AlignedToken by the weights of one step, [layers, heads, source tokens].
inline int32_t AlignedTokenOf(std::span<const float> weights,
                              const CrossAttentionShape& shape,
                              const SourcePieces& pieces) {
  const std::size_t source_tokens =
      weights.size() / static_cast<std::size_t>(shape.matrices());
  const std::size_t heads_size =
      static_cast<std::size_t>(shape.heads) * source_tokens;
  const std::span<const float> layer = weights.subspan(
      static_cast<std::size_t>(AlignmentLayer(shape.layers)) * heads_size,
      heads_size);
  std::vector<float> sums(source_tokens, 0.0f);
  for (std::size_t i = 0; i < heads_size; ++i) {
    sums[i % source_tokens] += layer[i];
  }
  return AlignedToken(sums, pieces);
}

// Hypothesis::alignment by the weights in Hypothesis::attention, as a second
// pass returns them.
inline std::vector<int32_t> AlignmentOf(const Hypothesis& hypothesis,
                                        const CrossAttentionShape& shape,
                                        const Sentence& sentence,
                                        int32_t end_token) {
  const std::size_t source = sentence.source.size();
  const std::size_t tokens = hypothesis.tokens.size();
  const auto matrices = static_cast<std::size_t>(shape.matrices());
  std::vector<int32_t> alignment;
  for (std::size_t t = 0; t < tokens; ++t) {
    std::vector<float> step;
    for (std::size_t matrix = 0; matrix < matrices; ++matrix) {
      const auto row =
          hypothesis.attention.begin() +
          static_cast<std::ptrdiff_t>((matrix * tokens + t) * source);
      step.insert(step.end(), row, row + static_cast<std::ptrdiff_t>(source));
    }
    alignment.push_back(
        hypothesis.tokens[t] == end_token
            ? AlignedEnd(static_cast<int32_t>(source), sentence.pieces)
            : AlignedTokenOf(step, shape, sentence.pieces));
  }
  return alignment;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_ALIGNED_TOKEN_H_
