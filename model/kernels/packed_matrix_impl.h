// The contents of a PackedMatrix. Internal to model/kernels.

#ifndef INTERPRES_MODEL_KERNELS_PACKED_MATRIX_IMPL_H_
#define INTERPRES_MODEL_KERNELS_PACKED_MATRIX_IMPL_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/kernels/compute_type.h"
#include "model/kernels/packed_matrix.h"
#include "model/tensor/tensor.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace interpres {

// Consecutive outputs of a matrix, in oneDNN's layout. An int8 matrix may have
// several panels: the 32-bit products of one panel and one block of rows stay
// in the CPU cache until they are dequantised. Two threads can share the
// panels. Matrices of other types have one panel.
struct MatrixPanel {
  int64_t first = 0;  // number of the first output
  int64_t outputs = 0;
  dnnl::memory::desc desc;  // [inputs, outputs]
  std::shared_ptr<std::byte> data;
};

struct PackedMatrix::Impl {
  // Returns the contents of a matrix with a copy of `bias` and without weights:
  // `panels` is empty until Pack. The matrix has bias.size() outputs.
  static std::unique_ptr<Impl> WithBias(ComputeType type, int64_t inputs,
                                        std::span<const float> bias) {
    auto impl = std::make_unique<Impl>();
    impl->type = type;
    impl->inputs = inputs;
    impl->outputs = static_cast<int64_t>(bias.size());
    impl->bias = AlignedBuffer<float>(impl->outputs);
    std::ranges::copy(bias, impl->bias.data());
    return impl;
  }

  // Fills `panels` with a copy of `weights` [outputs, inputs], numbers of the
  // type `type`, in memory from `place`. Returns RESOURCE_EXHAUSTED if oneDNN
  // runs out of memory, INTERNAL if oneDNN fails otherwise. Throws
  // std::bad_alloc if other memory runs out. REQUIRES: `panels` is empty.
  absl::Status Pack(const void* weights, WeightMemory& place);

  ComputeType type = ComputeType::kFloat32;
  int64_t inputs = 0;
  int64_t outputs = 0;
  std::vector<MatrixPanel> panels;
  AlignedBuffer<float> bias;    // [outputs]
  AlignedBuffer<float> scales;  // [outputs] for int8, else empty
  // Int8MatrixValues::input_multiplier for int8, else 0.
  float input_multiplier = 0.0F;
};

// Returns the memory layout that oneDNN prefers for weights [inputs, outputs]
// of compute type `type`. REQUIRES: OpenMP is set to one thread on the calling
// thread, because oneDNN's choice depends on the setting. Throws dnnl::error if
// oneDNN fails.
dnnl::memory::desc PreferredLayout(ComputeType type, int64_t inputs,
                                   int64_t outputs);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_PACKED_MATRIX_IMPL_H_
