#include "model/kernels/embedding.h"

#include <cstdint>
#include <span>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/embedding.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/highway.h"
#include "model/kernels/bfloat16-inl.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Embeds the tokens with `table`, which is the non-null embedding table of
// `tables`.
template <typename T>
void EmbedFrom(const T* table, const EmbeddingTables& tables,
               std::span<const int32_t> tokens,
               std::span<const int32_t> token_positions, float* output) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t width = tables.width;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    float factor = tables.scale;
    if constexpr (std::is_same_v<T, int8_t>) {
      factor *= tables.int8_scales[tokens[t]];
    }
    const auto scale = hn::Set(d, factor);
    const T* embedding = table + tokens[t] * width;
    const float* position = tables.positions + token_positions[t] * width;
    float* out = output + static_cast<int64_t>(t) * width;
    int64_t i = 0;
    for (; i + lanes <= width; i += lanes) {
      hn::StoreU(hn::MulAdd(LoadWidened(embedding + i), scale,
                            hn::LoadU(d, position + i)),
                 d, out + i);
    }
    for (; i < width; ++i) {
      out[i] = Widened(embedding[i]) * factor + position[i];
    }
  }
}

void EmbedRows(const EmbeddingTables& tables, std::span<const int32_t> tokens,
               std::span<const int32_t> token_positions, float* output) {
  if (tables.int8_embeddings != nullptr) {
    EmbedFrom(tables.int8_embeddings, tables, tokens, token_positions, output);
  } else if (tables.bfloat16_embeddings != nullptr) {
    EmbedFrom(tables.bfloat16_embeddings, tables, tokens, token_positions,
              output);
  } else {
    EmbedFrom(tables.embeddings, tables, tokens, token_positions, output);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(EmbedRows);

void EmbedTokens(const EmbeddingTables& tables, std::span<const int32_t> tokens,
                 std::span<const int32_t> token_positions, float* output) {
  HWY_DYNAMIC_DISPATCH(EmbedRows)(tables, tokens, token_positions, output);
}

}  // namespace interpres
#endif  // HWY_ONCE
