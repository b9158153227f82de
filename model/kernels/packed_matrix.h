// A weight matrix with its bias, packed once for every product with it.

#ifndef INTERPRES_MODEL_KERNELS_PACKED_MATRIX_H_
#define INTERPRES_MODEL_KERNELS_PACKED_MATRIX_H_

#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/statusor.h"
#include "model/kernels/compute_type.h"
#include "model/kernels/weight_memory.h"

namespace interpres {

// Immutable and thread-safe.
class PackedMatrix {
 public:
  // `weights` is [outputs, inputs], row-major (torch.nn.Linear), `bias` is
  // [outputs]; both are copied. Their sizes must match, and the CPU must
  // compute in `type` (CheckComputeType). The packed weights go into `place`,
  // which the matrices of a model should share. INTERNAL if oneDNN fails.
  static absl::StatusOr<PackedMatrix> Create(std::span<const float> weights,
                                             std::span<const float> bias,
                                             int64_t inputs, ComputeType type,
                                             WeightMemory& place);
  // Into memory of its own.
  static absl::StatusOr<PackedMatrix> Create(
      std::span<const float> weights, std::span<const float> bias,
      int64_t inputs, ComputeType type = ComputeType::kFloat32);
  PackedMatrix(PackedMatrix&&) noexcept;
  PackedMatrix& operator=(PackedMatrix&&) noexcept;
  ~PackedMatrix();

  int64_t inputs() const;
  int64_t outputs() const;
  ComputeType type() const;

 private:
  friend class MatmulSession;
  friend class OutputSelector;
  struct Impl;
  explicit PackedMatrix(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_PACKED_MATRIX_H_
