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

// Returns true if the CPU has the x86 instruction set `isa`, or one that
// extends `isa`. An instruction set above oneDNN's limit, the environment
// variable ONEDNN_MAX_CPU_ISA, does not count. Returns false on other
// architectures.
bool CpuHas(dnnl::cpu_isa isa);

// Returns the status for an error that oneDNN has thrown. The code is
// RESOURCE_EXHAUSTED if oneDNN ran out of memory, otherwise INTERNAL. The
// message is "oneDNN failed to ACTION: DETAILS"; `action` is a verb phrase such
// as "create a stream".
absl::Status OnednnError(const char* action, const dnnl::error& error);

// Describes the product of an input [rows, inputs] and weights [inputs,
// outputs]. For kInt8 the output is the product in int32, without bias and
// epilogue. For other types the output is in float32, with bias and epilogue.
struct MatmulProblem {
  ComputeType type = ComputeType::kFloat32;
  int64_t rows = 0;
  int64_t inputs = 0;
  int64_t outputs = 0;
  dnnl::memory::desc weights;  // any layout, or a packed one
  MatmulEpilogue epilogue;
};

// Returns oneDNN's data type for both operands of a matrix product in the
// compute type `type`.
dnnl::memory::data_type OperandType(ComputeType type);

// Returns oneDNN's primitive descriptor for `problem`. The caller must provide
// the scratchpad when the primitive runs. REQUIRES: OpenMP is set to one thread
// on the calling thread. Throws dnnl::error if oneDNN fails.
dnnl::matmul::primitive_desc MakePrimitiveDesc(const MatmulProblem& problem);

// Where the elements of packed weights [inputs, outputs] are. The element of
// input i and output o is at index inputs[i] + outputs[o] of the packed array.
struct WeightLayout {
  std::vector<int64_t> inputs;
  std::vector<int64_t> outputs;
  // Bytes of all elements, including padding. For int8, `correction_rows` rows
  // of correction values may follow the elements; otherwise `correction_rows`
  // is 0. Each correction row has `padded_outputs` values of 32 bits.
  int64_t element_bytes = 0;
  int64_t correction_rows = 0;
  int64_t padded_outputs = 0;
};

// Returns the layout of the packed weights that `desc` describes. Returns
// nullopt if a WeightLayout cannot describe the weights. (The position of an
// element must be the sum of a part for the input and a part for the output.)
std::optional<WeightLayout> FindWeightLayout(const dnnl::memory::desc& desc);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_ONEDNN_MATMUL_H_
