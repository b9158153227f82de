// The number types in which the matrix products of linear layers are computed.

#ifndef INTERPRES_MODEL_KERNELS_COMPUTE_TYPE_H_
#define INTERPRES_MODEL_KERNELS_COMPUTE_TYPE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The operand type of the matrix products of linear layers. The sums are in
// float32, or exact in int32 for kInt8. Embeddings have the same type. The
// keys and values in the decoder's caches are in bfloat16, or in float32 for
// kFloat32. All other values are in float32.
enum class ComputeType {
  kFloat32,
  // Both operands of a matrix product are in bfloat16. Requires a CPU with
  // AVX512_BF16 or AMX.
  kBFloat16,
  // Both operands of a matrix product are signed 8-bit integers. Weights have
  // one scale per output. Activations have one scale per row, which is computed
  // at run time. Requires a CPU with VNNI. Not available for training.
  kInt8,
};

// Returns the bytes of one weight.
int64_t ElementBytes(ComputeType type);

// Returns "float32", "bfloat16" or "int8".
std::string_view ComputeTypeName(ComputeType type);

// Returns the compute type with this name: "float32", "bfloat16" or "int8".
// Returns INVALID_ARGUMENT for another name; the message lists the valid names.
absl::StatusOr<ComputeType> ParseComputeType(std::string_view name);

// Returns OK if this CPU can compute in `type`. Returns FAILED_PRECONDITION if
// the CPU lacks the instruction set that `type` requires. The environment
// variable ONEDNN_MAX_CPU_ISA limits the instruction sets that count.
absl::Status CheckComputeType(ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_COMPUTE_TYPE_H_
