// oneDNN's matrix products: all that differs between oneDNN 2.x and 3.x.
// Internal to model/kernels.

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

// One for all threads.
const dnnl::engine& CpuEngine();

// Whether the CPU, within oneDNN's limit ONEDNN_MAX_CPU_ISA, has an instruction
// set of x86. Later ones contain the bits of those they extend.
bool CpuHas(dnnl::cpu_isa isa);

absl::Status OnednnError(const char* action, const dnnl::error& error);

// input [rows, inputs] times weights [inputs, outputs]. In int8 the output is
// the product in int32, without bias and epilogue; else it is in float32.
struct MatmulProblem {
  ComputeType type = ComputeType::kFloat32;
  int64_t rows = 0;
  int64_t inputs = 0;
  int64_t outputs = 0;
  dnnl::memory::desc weights;  // any layout, or the one of packed weights
  MatmulEpilogue epilogue;
};

// Of the operands.
dnnl::memory::data_type OperandType(ComputeType type);

// For one thread, with a scratchpad of the caller's. Throws dnnl::error.
dnnl::matmul::primitive_desc MakePrimitiveDesc(const MatmulProblem& problem);

// Where packed weights [inputs, outputs] have their elements: (i, o) is at
// inputs[i] + outputs[o], counted in elements.
struct WeightLayout {
  std::vector<int64_t> inputs;
  std::vector<int64_t> outputs;
  // Bytes of the elements, with padding. Where products in int8 need
  // corrections, rows of them come next, each [outputs, with padding] in 32
  // bits.
  int64_t element_bytes = 0;
  int64_t correction_rows = 0;
  int64_t padded_outputs = 0;
};

// Nothing if the layout is not of this kind.
std::optional<WeightLayout> FindWeightLayout(const dnnl::memory::desc& desc);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_ONEDNN_MATMUL_H_
