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

// The attention keys and values of every decoder layer, in numbered cache
// positions. A cache position holds d_model floats for the key and d_model
// floats for the value. The floats are float32 for kFloat32, otherwise
// bfloat16. Not thread-safe.
class AttentionMemory {
 public:
  AttentionMemory(const ModelConfig& config, int64_t cache_positions,
                  ComputeType type);

  // Copies a key and a value of `layer` to `cache_position` and replaces the
  // previous content. `key_value` has d_model floats of the key, then d_model
  // floats of the value. Rounds the floats to bfloat16 if the memory is in
  // bfloat16. REQUIRES: `cache_position` is at least 0 and below the
  // cache_positions of the constructor.
  void Store(int64_t layer, int64_t cache_position, const float* key_value);

  // Returns the keys and values of `layer` in the cache positions of `index`,
  // in that order. The result borrows `index` and this memory.
  // REQUIRES: both outlive the result.
  AttentionKeys Keys(int64_t layer, std::span<const int32_t> index) const;

 private:
  // The memory of one decoder layer: either the two float32 buffers or the two
  // bfloat16 buffers are used. The other two are empty.
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
