// Tested by self_attention_cache_test.cc and session_test.cc.

#include "model/transformer/attention_memory.h"

#include <algorithm>

#include "model/kernels/bfloat16.h"

namespace interpres {

AttentionMemory::AttentionMemory(const ModelConfig& config,
                                 int64_t cache_positions, ComputeType type)
    : d_model_(config.d_model),
      layers_(static_cast<std::size_t>(config.decoder_layers)) {
  const int64_t size = cache_positions * d_model_;
  for (Layer& layer : layers_) {
    if (type == ComputeType::kFloat32) {
      layer.keys = AlignedBuffer<float>(size);
      layer.values = AlignedBuffer<float>(size);
    } else {
      layer.bfloat16_keys = AlignedBuffer<uint16_t>(size);
      layer.bfloat16_values = AlignedBuffer<uint16_t>(size);
    }
  }
}

void AttentionMemory::Store(int64_t layer_index, int64_t cache_position,
                            const float* key_value) {
  Layer& layer = layers_[layer_index];
  const float* value = key_value + d_model_;
  const int64_t begin = cache_position * d_model_;
  if (layer.keys.size() > 0) {
    std::copy_n(key_value, d_model_, layer.keys.data() + begin);
    std::copy_n(value, d_model_, layer.values.data() + begin);
  } else {
    ToBFloat16(key_value, d_model_, layer.bfloat16_keys.data() + begin);
    ToBFloat16(value, d_model_, layer.bfloat16_values.data() + begin);
  }
}

AttentionKeys AttentionMemory::Keys(int64_t layer_index,
                                    std::span<const int32_t> index) const {
  const Layer& layer = layers_[layer_index];
  return {.keys = layer.keys.data(),
          .values = layer.values.data(),
          .bfloat16_keys = layer.bfloat16_keys.data(),
          .bfloat16_values = layer.bfloat16_values.data(),
          .stride = d_model_,
          .index = index.data(),
          .length = static_cast<int64_t>(index.size())};
}

}  // namespace interpres
