// The types in which the products of linear layers are computed.

#ifndef INTERPRES_MODEL_KERNELS_COMPUTE_TYPE_H_
#define INTERPRES_MODEL_KERNELS_COMPUTE_TYPE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Of the products of linear layers. Their sums are in float32 (int8: exact, in
// int32), and so is everything else, but for embeddings (in the same type) and
// the keys and values of attention (bfloat16 unless this is float32).
enum class ComputeType {
  kFloat32,
  // Both operands in bfloat16. Needs AVX512_BF16 or AMX.
  kBFloat16,
  // Both operands in 8 bits: weights with a scale for each output, activations
  // with a scale for each row, found on the fly. Needs VNNI. Not for training.
  kInt8,
};

// Bytes of a weight.
int64_t ElementBytes(ComputeType type);

// "float32", "bfloat16", "int8".
std::string_view ComputeTypeName(ComputeType type);

// INVALID_ARGUMENT with the names that there are.
absl::StatusOr<ComputeType> ParseComputeType(std::string_view name);

// FAILED_PRECONDITION if this CPU, or what ONEDNN_MAX_CPU_ISA leaves of it,
// cannot compute in `type` without loss.
absl::Status CheckComputeType(ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_COMPUTE_TYPE_H_
