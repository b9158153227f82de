// What a PackedMatrix holds. Internal to model/kernels.

#ifndef INTERPRES_MODEL_KERNELS_PACKED_MATRIX_IMPL_H_
#define INTERPRES_MODEL_KERNELS_PACKED_MATRIX_IMPL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/kernels/compute_type.h"
#include "model/kernels/packed_matrix.h"
#include "model/tensor/tensor.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace interpres {

// Some consecutive outputs, in oneDNN's layout. Products in 32 bits of a panel
// and a block of rows stay in the cache until they are dequantised, and two
// threads can share the panels; other types have one panel.
struct MatrixPanel {
  int64_t first = 0;
  int64_t outputs = 0;
  dnnl::memory::desc desc;  // [inputs, outputs]
  std::shared_ptr<std::byte> data;
};

struct PackedMatrix::Impl {
  ComputeType type = ComputeType::kFloat32;
  int64_t inputs = 0;
  int64_t outputs = 0;
  std::vector<MatrixPanel> panels;
  AlignedBuffer<float> bias;    // [outputs]
  AlignedBuffer<float> scales;  // [outputs] for int8, else empty
};

// The layout that oneDNN prefers for weights [inputs, outputs]. Call it where
// OpenMP is set to one thread: the choice depends on it. Throws dnnl::error.
dnnl::memory::desc PreferredLayout(ComputeType type, int64_t inputs,
                                   int64_t outputs);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_PACKED_MATRIX_IMPL_H_
