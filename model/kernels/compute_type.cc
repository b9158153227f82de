#include "model/kernels/compute_type.h"

#include <string>

#include "absl/strings/str_format.h"
#include "model/kernels/onednn_matmul.h"

namespace interpres {

int64_t ElementBytes(ComputeType type) {
  switch (type) {
    case ComputeType::kFloat32:
      return 4;
    case ComputeType::kBFloat16:
      return 2;
    case ComputeType::kInt8:
      return 1;
  }
  return 0;
}

std::string_view ComputeTypeName(ComputeType type) {
  switch (type) {
    case ComputeType::kFloat32:
      return "float32";
    case ComputeType::kBFloat16:
      return "bfloat16";
    case ComputeType::kInt8:
      return "int8";
  }
  return "";
}

absl::StatusOr<ComputeType> ParseComputeType(std::string_view name) {
  for (const ComputeType type :
       {ComputeType::kFloat32, ComputeType::kBFloat16, ComputeType::kInt8}) {
    if (name == ComputeTypeName(type)) {
      return type;
    }
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "compute-type is \"%s\"; expected float32, bfloat16 or int8",
      std::string(name)));
}

absl::Status CheckComputeType(ComputeType type) {
  if (type == ComputeType::kBFloat16 &&
      !CpuHas(dnnl::cpu_isa::avx512_core_bf16)) {
    return absl::FailedPreconditionError(
        "compute-type is bfloat16, but this CPU (or ONEDNN_MAX_CPU_ISA) has "
        "neither AVX512_BF16 nor AMX; use --compute-type float32");
  }
  // Without VNNI, products of 8 bits are added in 16 and saturate.
  if (type == ComputeType::kInt8 && !CpuHas(dnnl::cpu_isa::avx512_core_vnni) &&
      !CpuHas(dnnl::cpu_isa::avx2_vnni)) {
    return absl::FailedPreconditionError(
        "compute-type is int8, but this CPU (or ONEDNN_MAX_CPU_ISA) has no "
        "VNNI; use --compute-type float32");
  }
  return absl::OkStatus();
}

}  // namespace interpres
