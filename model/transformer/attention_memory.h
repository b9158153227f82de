// The keys and values of an attention, for every decoder layer. Internal to
// model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_ATTENTION_MEMORY_H_
#define INTERPRES_MODEL_TRANSFORMER_ATTENTION_MEMORY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/config/model_config.h"
#include "model/kernels/attention.h"
#include "model/kernels/compute_type.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Keys and values [places, d_model] of each layer: in float32 for kFloat32,
// else in bfloat16. Not thread-safe.
class AttentionMemory {
 public:
  AttentionMemory(const ModelConfig& config, int64_t places, ComputeType type);

  // Copies a packed [d_model keys | d_model values] row to a place.
  void Store(int64_t layer, int64_t place, const float* key_value);

  // The keys and values of `layer` at the places of `index`, in that order. A
  // view of `index`.
  AttentionKeys Keys(int64_t layer, std::span<const int32_t> index) const;

 private:
  // The buffers of the other type are empty.
  struct Layer {
    AlignedBuffer<float> keys;
    AlignedBuffer<float> values;
    AlignedBuffer<uint16_t> bfloat16_keys;
    AlignedBuffer<uint16_t> bfloat16_values;
  };

  const int64_t d_model_;
  std::vector<Layer> layers_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_ATTENTION_MEMORY_H_
