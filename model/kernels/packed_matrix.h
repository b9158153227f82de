// A weight matrix with its bias, packed once into oneDNN's layout.

#ifndef INTERPRES_MODEL_KERNELS_PACKED_MATRIX_H_
#define INTERPRES_MODEL_KERNELS_PACKED_MATRIX_H_

#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/statusor.h"
#include "model/kernels/compute_type.h"
#include "model/kernels/weight_memory.h"

namespace interpres {

// A matrix before packing. Borrows its arrays.
struct MatrixValues {
  std::span<const float> weights;  // [outputs, inputs], row-major
  std::span<const float> bias;     // [outputs]
  int64_t inputs = 0;
};

// A matrix that is quantised already, before packing. A weight is its byte
// times the scale of its output. Borrows its arrays.
struct Int8MatrixValues {
  std::span<const int8_t> weights;  // [outputs, inputs], row-major
  std::span<const float> scales;    // [outputs]
  std::span<const float> bias;      // [outputs]
  int64_t inputs = 0;
  // An input value is quantised to the value times this multiplier, rounded. 0
  // means that each input row has the multiplier 127 / max |value| of the row.
  float input_multiplier = 0.0F;
};

// A weight matrix and its bias in the layout that oneDNN prefers, for products
// by MatmulSession. Immutable except by a move assignment. Thread-safe.
class PackedMatrix {
 public:
  // Returns a packed copy of `values`, converted to `type`. Allocates the
  // packed weights in `weight_memory`; all matrices of a model should share one
  // WeightMemory. Returns RESOURCE_EXHAUSTED if oneDNN runs out of memory,
  // INTERNAL if oneDNN fails otherwise. Throws std::bad_alloc if there is no
  // memory for the copy.
  //
  // REQUIRES: the sizes of `values` fit together (otherwise the process ends),
  // CheckComputeType(type) succeeds, and `type` is not int8.
  static absl::StatusOr<PackedMatrix> Create(const MatrixValues& values,
                                             ComputeType type,
                                             WeightMemory& weight_memory);
  // Returns a packed copy of `values`, of the type int8, in `weight_memory`.
  // Returns RESOURCE_EXHAUSTED if oneDNN runs out of memory, INTERNAL if oneDNN
  // fails otherwise. Throws std::bad_alloc if other memory runs out.
  // REQUIRES: the sizes of `values` fit together, and CheckComputeType of int8
  // succeeds.
  static absl::StatusOr<PackedMatrix> Create(const Int8MatrixValues& values,
                                             WeightMemory& weight_memory);
  PackedMatrix(PackedMatrix&&) noexcept;
  PackedMatrix& operator=(PackedMatrix&&) noexcept;
  ~PackedMatrix();

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
