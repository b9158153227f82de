// All trainable parameters of a model in one flat array. Gradients and Adam's
// moments use the same layout, so an optimiser is one loop.

#ifndef INTERPRES_MODEL_TRAINING_PARAMETERS_H_
#define INTERPRES_MODEL_TRAINING_PARAMETERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/checkpoint/safetensors.h"
#include "model/config/model_config.h"
#include "model/tensor/tensor.h"

namespace interpres {

// One tensor's place in the flat array.
struct ParameterSlot {
  std::string name;  // MarianMT tensor name
  std::vector<int64_t> shape;
  int64_t offset = 0;  // in floats; a multiple of 16 (64 bytes)
  int64_t size = 0;
};

// The layout of a configuration: every tensor of ExpectedTensors() in order,
// except final_logits_bias, which is zero and not trained. Immutable.
class ParameterLayout {
 public:
  explicit ParameterLayout(const ModelConfig& config);

  const ModelConfig& config() const { return config_; }
  const std::vector<ParameterSlot>& slots() const { return slots_; }
  // Floats of the flat array, padding between tensors included.
  int64_t size() const { return size_; }
  // Offset of a tensor; the name must exist.
  int64_t Offset(const std::string& name) const;

 private:
  ModelConfig config_;
  std::vector<ParameterSlot> slots_;
  int64_t size_ = 0;
};

// Xavier-uniform matrices, N(0, d_model^-0.5) embeddings, unit layer norms,
// zero biases; the padding row of the embedding is zero. Same seed, same bytes.
void InitializeParameters(const ParameterLayout& layout, uint64_t seed,
                          std::span<float> parameters);

// The tensors for WriteModelDirectory; they borrow `parameters` and
// `zero_bias` (vocab_size zeros, for final_logits_bias).
std::vector<NamedTensor> ToNamedTensors(const ParameterLayout& layout,
                                        std::span<const float> parameters,
                                        std::span<const float> zero_bias);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PARAMETERS_H_
