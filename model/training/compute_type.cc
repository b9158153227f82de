#include "model/training/compute_type.h"

#include <string>

#include "absl/strings/str_format.h"
#include "model/kernels/bf16_gemm.h"

namespace interpres {

std::string_view ComputeTypeName(ComputeType type) {
  return type == ComputeType::kBFloat16 ? "bfloat16" : "float32";
}

absl::StatusOr<ComputeType> ParseComputeType(std::string_view name) {
  for (const ComputeType type :
       {ComputeType::kFloat32, ComputeType::kBFloat16}) {
    if (name == ComputeTypeName(type)) {
      return type;
    }
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("compute-type is \"%s\"; it must be float32 or bfloat16",
                      std::string(name)));
}

absl::Status CheckComputeType(ComputeType type) {
  if (type == ComputeType::kBFloat16 && !HasBFloat16Products()) {
    return absl::FailedPreconditionError(
        "compute-type is bfloat16, but this CPU (or ONEDNN_MAX_CPU_ISA) has "
        "neither AVX512_BF16 nor AMX; train with --compute-type float32");
  }
  return absl::OkStatus();
}

}  // namespace interpres
