// All trainable parameters of a model in one flat array. The gradients and
// Adam's moments use the same layout, so that the optimiser is a single loop.

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
#include "model/checkpoint/safetensors_writer.h"
#include "model/config/model_config.h"
#include "model/config/network.h"
#include "model/tensor/tensor.h"

namespace interpres {

// The name, the shape and the position of one tensor in the flat array of all
// parameters.
struct ParameterSlot {
  ParameterId id;
  // The name in the checkpoints that training writes, for files and messages.
  std::string name;
  std::vector<int64_t> shape;
  int64_t offset = 0;  // in floats
  int64_t size = 0;    // in floats
};

// Returns a view of the values of the tensor `slot`: [slot.size]. `array` is
// the whole flat array: [layout.size()].
template <typename Float>
std::span<Float> ValuesOf(const ParameterSlot& slot, std::span<Float> array) {
  return array.subspan(static_cast<std::size_t>(slot.offset),
                       static_cast<std::size_t>(slot.size));
}

// The positions of the trained tensors of a model in one flat array. The layout
// has every tensor of ParametersOf() except the bias of the logits, which is
// zero and not trained. Immutable. Thread-safe.
//
// The order differs from the order of checkpoint files. Weights that multiply
// the same input are adjacent, and so are their biases, so that one matrix
// product computes them together:
//   - the query, key and value projections of a self-attention: [3 d, d];
//   - the forget gate and the candidate of an SSRU: [2 d, d];
//   - the key and value projections of the cross-attention of all decoder
//     layers, layer by layer: [decoder_layers 2 d, d].
// These groups, and all other tensors, start at a multiple of 16 floats (64
// bytes). The floats in the gaps are zero and stay zero.
class ParameterLayout {
 public:
  // REQUIRES: ValidateModelConfig(config) succeeds.
  explicit ParameterLayout(const ModelConfig& config);

  const ModelConfig& config() const { return config_; }
  const std::vector<ParameterSlot>& slots() const { return slots_; }
  // Returns the number of floats of the flat array, including the gaps between
  // tensors.
  int64_t size() const { return size_; }
  // Returns the position of the tensor `id` in the flat array, in floats.
  // REQUIRES: the layout has the tensor; otherwise the process aborts.
  int64_t Offset(const ParameterId& id) const;

 private:
  void StartGroup();
  void Add(ParameterShape parameter);

  ModelConfig config_;
  std::vector<ParameterSlot> slots_;
  std::map<ParameterId, int64_t> offsets_;
  int64_t size_ = 0;
};

// Writes the initial parameters of a new model to `parameters`. Matrices are
// Xavier-uniform: uniform in (-b, b) with b = sqrt(6 / (inputs + outputs)). The
// two matrices of an SSRU are separate matrices. Embeddings are normally
// distributed with standard deviation d_model^-0.5. The padding row of the
// embedding is zero. Layer norms have weight 1, and all biases are zero, so
// that the forget gate of an SSRU starts near 1/2. The same seed gives the same
// bits. REQUIRES: `parameters` is [layout.size()].
//
// The key weights of each attention start equal to its query weights. A
// position therefore first attends to similar positions: nearby positions, and
// in translation roughly the matching source positions. With independent
// weights, attention over the source forms late. After Trockman and Kolter,
// "Mimetic Initialization of Self-Attention Layers" (2023).
void InitializeParameters(const ParameterLayout& layout, uint64_t seed,
                          std::span<float> parameters);

// Reads the parameters of a checkpoint file in the order of the layout:
// [layout.size()]. Gaps are zero. Returns NOT_FOUND if a tensor is missing.
// Returns INVALID_ARGUMENT if a tensor has another shape or a value that is not
// finite. The message names the file and the tensor. The inverse of
// ToNamedTensors.
absl::StatusOr<std::vector<float>> ReadParameters(
    const ParameterReader& reader, const ParameterLayout& layout);

// Returns the tensors for WriteModelDirectory, in the order of the layout,
// followed by the bias of the logits. The tensors borrow `parameters`
// [layout.size()] and `zero_bias` [vocab_size]. REQUIRES: `zero_bias` is all
// zeros.
std::vector<NamedTensor> ToNamedTensors(const ParameterLayout& layout,
                                        std::span<const float> parameters,
                                        std::span<const float> zero_bias);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PARAMETERS_H_
