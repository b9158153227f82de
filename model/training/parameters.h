// All trainable parameters of a model in one flat array. Gradients and Adam's
// moments use the same layout, so an optimiser is one loop.

#ifndef INTERPRES_MODEL_TRAINING_PARAMETERS_H_
#define INTERPRES_MODEL_TRAINING_PARAMETERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/parameter_reader.h"
#include "model/checkpoint/safetensors.h"
#include "model/config/model_config.h"
#include "model/config/network.h"
#include "model/tensor/tensor.h"

namespace interpres {

// One tensor's place in the flat array.
struct ParameterSlot {
  ParameterId id;
  std::string name;  // MarianMT's, for files and messages
  std::vector<int64_t> shape;
  int64_t offset = 0;  // in floats
  int64_t size = 0;
};

// The place of `slot` in a flat array: [slot.size], a view.
template <typename Float>
std::span<Float> ValuesOf(const ParameterSlot& slot, std::span<Float> array) {
  return array.subspan(static_cast<std::size_t>(slot.offset),
                       static_cast<std::size_t>(slot.size));
}

// The layout of a configuration: every tensor of ParametersOf() but the bias of
// the logits, which is zero and not trained. Immutable, thread-safe.
//
// The order is ours. Weights that multiply the same input are adjacent, and so
// are their biases, so that one matrix product computes them together:
//   - the query, key and value projections of a self-attention: [3 d, d];
//   - the key and value projections of the cross-attention of all decoder
//     layers, layer by layer: [decoder_layers 2 d, d].
// Such groups, and all other tensors, start at a multiple of 16 floats (64
// bytes). The floats of the gaps are zero and stay zero.
class ParameterLayout {
 public:
  // `config` must satisfy ValidateModelConfig().
  explicit ParameterLayout(const ModelConfig& config);

  const ModelConfig& config() const { return config_; }
  const std::vector<ParameterSlot>& slots() const { return slots_; }
  // Floats of the flat array, padding between tensors included.
  int64_t size() const { return size_; }
  // Offset of a tensor, which must be one of the layout.
  int64_t Offset(const ParameterId& id) const;

 private:
  void StartGroup();
  void Add(ParameterShape parameter);

  ModelConfig config_;
  std::vector<ParameterSlot> slots_;
  std::map<ParameterId, int64_t> offsets_;
  int64_t size_ = 0;
};

// Xavier-uniform matrices, N(0, d_model^-0.5) embeddings, unit layer norms,
// zero biases; the padding row of the embedding is zero. Same seed, same bytes.
//
// The key weights of each attention begin equal to its query weights, so that a
// position first attends to those like it: nearby ones, and on the source side
// of translation roughly its counterparts. With independent weights attention
// over the source forms late. After Trockman and Kolter, "Mimetic
// Initialization of Self-Attention Layers" (2023).
void InitializeParameters(const ParameterLayout& layout, uint64_t seed,
                          std::span<float> parameters);

// The inverse of ToNamedTensors: the parameters of a file, [layout.size()].
// Errors name the file and the tensor.
absl::StatusOr<std::vector<float>> ReadParameters(
    const ParameterReader& reader, const ParameterLayout& layout);

// The tensors for WriteModelDirectory, in the order of the layout, then the
// bias of the logits. They borrow `parameters` and `zero_bias` (vocab_size
// zeros).
std::vector<NamedTensor> ToNamedTensors(const ParameterLayout& layout,
                                        std::span<const float> parameters,
                                        std::span<const float> zero_bias);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PARAMETERS_H_
