#include "model/kernels/onednn_matmul.h"

#include "absl/strings/str_format.h"

namespace interpres {
namespace {

using dnnl::memory;

dnnl::algorithm EltwiseAlgorithm(MatmulActivation activation) {
  switch (activation) {
    case MatmulActivation::kGelu:
      return dnnl::algorithm::eltwise_gelu_erf;
    case MatmulActivation::kSwish:
      return dnnl::algorithm::eltwise_swish;
    default:
      return dnnl::algorithm::eltwise_relu;
  }
}

dnnl::post_ops MakePostOps(const MatmulEpilogue& epilogue) {
  dnnl::post_ops post_ops;
  if (epilogue.activation != MatmulActivation::kNone) {
    const dnnl::algorithm algorithm = EltwiseAlgorithm(epilogue.activation);
    // swish(x) = x * sigmoid(alpha * x); relu has slope alpha below zero.
    const float alpha =
        epilogue.activation == MatmulActivation::kSwish ? 1.0f : 0.0f;
#if DNNL_VERSION_MAJOR >= 3
    post_ops.append_eltwise(algorithm, alpha, 0.0f);
#else
    post_ops.append_eltwise(1.0f, algorithm, alpha, 0.0f);
#endif
  }
  if (epilogue.accumulate) {
    post_ops.append_sum(1.0f);
  }
  return post_ops;
}

}  // namespace

// Engines are stateless handles. Leaked on purpose: worker threads may outlive
// static destructors.
const dnnl::engine& CpuEngine() {
  static const auto* const engine =
      new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return *engine;
}

bool CpuHas([[maybe_unused]] dnnl::cpu_isa isa) {
#if defined(__x86_64__)
  const auto wanted = static_cast<unsigned>(isa);
  const auto effective = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
  return (effective & wanted) == wanted;
#else
  return false;
#endif
}

absl::Status OnednnError(const char* action, const dnnl::error& error) {
  return absl::InternalError(
      absl::StrFormat("oneDNN failed to %s: %s", action, error.what()));
}

memory::data_type OperandType(ComputeType type) {
  switch (type) {
    case ComputeType::kFloat32:
      return memory::data_type::f32;
    case ComputeType::kBFloat16:
      return memory::data_type::bf16;
    case ComputeType::kInt8:
      return memory::data_type::s8;
  }
  return memory::data_type::f32;
}

dnnl::matmul::primitive_desc MakePrimitiveDesc(const MatmulProblem& problem) {
  const auto row_major = memory::format_tag::ab;
  const bool quantized = problem.type == ComputeType::kInt8;
  const memory::desc input({problem.rows, problem.inputs},
                           OperandType(problem.type), row_major);
  const memory::desc output(
      {problem.rows, problem.outputs},
      quantized ? memory::data_type::s32 : memory::data_type::f32, row_major);
  const memory::desc bias =
      quantized ? memory::desc()
                : memory::desc({1, problem.outputs}, memory::data_type::f32,
                               row_major);
  dnnl::primitive_attr attributes;
  // The library's own scratchpad is unsafe and slower with shared primitives.
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  if (!quantized) {
    attributes.set_post_ops(MakePostOps(problem.epilogue));
  }
#if DNNL_VERSION_MAJOR >= 3
  return dnnl::matmul::primitive_desc(CpuEngine(), input, problem.weights, bias,
                                      output, attributes);
#else
  const dnnl::matmul::desc description(input, problem.weights, bias, output);
  return dnnl::matmul::primitive_desc(description, attributes, CpuEngine());
#endif
}

}  // namespace interpres
