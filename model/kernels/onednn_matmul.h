// oneDNN's matrix products. This file contains every difference between oneDNN
// 2.x and 3.x. Internal to model/kernels.

#ifndef INTERPRES_MODEL_KERNELS_ONEDNN_MATMUL_H_
#define INTERPRES_MODEL_KERNELS_ONEDNN_MATMUL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "model/kernels/compute_type.h"
#include "model/kernels/matmul_epilogue.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace interpres {

// Returns the oneDNN engine of the CPU, which all threads share. Thread-safe.
const dnnl::engine& CpuEngine();

// Returns true if the CPU has the x86 instruction set `isa`, within oneDNN's
// limit ONEDNN_MAX_CPU_ISA. Returns false on other architectures. An
// instruction set that extends another contains the bits of the other.
bool CpuHas(dnnl::cpu_isa isa);

// Returns RESOURCE_EXHAUSTED if oneDNN ran out of memory, otherwise INTERNAL.
// The message says "oneDNN failed to `action`".
absl::Status OnednnError(const char* action, const dnnl::error& error);

// The product of input [rows, inputs] and weights [inputs, outputs]. For kInt8
// the output is the product in int32, without bias and epilogue. For other
// types the output is in float32, with bias and epilogue.
struct MatmulProblem {
  ComputeType type = ComputeType::kFloat32;
  int64_t rows = 0;
  int64_t inputs = 0;
  int64_t outputs = 0;
  dnnl::memory::desc weights;  // any layout, or a packed one
  MatmulEpilogue epilogue;
};

// Returns oneDNN's data type of the operands of products in `type`.
dnnl::memory::data_type OperandType(ComputeType type);

// Returns the primitive descriptor of `problem`. The caller provides the
// scratchpad at execution. REQUIRES: OpenMP is set to one thread on the calling
// thread. Throws dnnl::error.
dnnl::matmul::primitive_desc MakePrimitiveDesc(const MatmulProblem& problem);

// The positions of elements in packed weights [inputs, outputs]. Element (i, o)
// is at inputs[i] + outputs[o], counted in elements.
struct WeightLayout {
  std::vector<int64_t> inputs;
  std::vector<int64_t> outputs;
  // Bytes of all elements, including padding. For int8, correction_rows rows of
  // corrections may follow the elements. Each row has padded_outputs values of
  // 32 bits.
  int64_t element_bytes = 0;
  int64_t correction_rows = 0;
  int64_t padded_outputs = 0;
};

// Returns nullopt if the positions in `desc` are not sums of this form.
std::optional<WeightLayout> FindWeightLayout(const dnnl::memory::desc& desc);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_ONEDNN_MATMUL_H_
