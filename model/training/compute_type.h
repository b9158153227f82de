// The type in which the matrix products of training are computed.

#ifndef INTERPRES_MODEL_TRAINING_COMPUTE_TYPE_H_
#define INTERPRES_MODEL_TRAINING_COMPUTE_TYPE_H_

#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

enum class ComputeType {
  kFloat32,
  // Operands in bfloat16, sums in float32; parameters, gradients, moments and
  // everything that is no product of a linear layer stay in float32.
  kBFloat16,
};

// "float32", "bfloat16".
std::string_view ComputeTypeName(ComputeType type);

// INVALID_ARGUMENT with the names that there are.
absl::StatusOr<ComputeType> ParseComputeType(std::string_view name);

// FAILED_PRECONDITION if this CPU cannot compute in `type`.
absl::Status CheckComputeType(ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_COMPUTE_TYPE_H_
