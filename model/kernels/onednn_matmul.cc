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
    case MatmulActivation::kQuickGelu:
      return dnnl::algorithm::eltwise_swish;
    default:
      return dnnl::algorithm::eltwise_relu;
  }
}

// swish(x) = x * sigmoid(alpha * x); relu has slope alpha below zero.
float EltwiseAlpha(MatmulActivation activation) {
  switch (activation) {
    case MatmulActivation::kSwish:
      return 1.0f;
    case MatmulActivation::kQuickGelu:
      return kQuickGeluFactor;
    default:
      return 0.0f;
  }
}

dnnl::post_ops MakePostOps(const MatmulEpilogue& epilogue) {
  dnnl::post_ops post_ops;
  if (epilogue.activation != MatmulActivation::kNone) {
    const dnnl::algorithm algorithm = EltwiseAlgorithm(epilogue.activation);
    const float alpha = EltwiseAlpha(epilogue.activation);
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

// A layout in nested blocks: the outermost of each dimension are `strides`
// apart, and the last of `inner` varies fastest.
struct Blocking {
  struct Block {
    int64_t dimension = 0;
    int64_t size = 1;
  };
  memory::dims strides;
  memory::dims padded;
  std::vector<Block> inner;
};

std::optional<Blocking> FindBlocking(const memory::desc& desc) {
#if DNNL_VERSION_MAJOR >= 3
  if (desc.get_format_kind() != memory::format_kind::blocked) {
    return std::nullopt;
  }
  Blocking blocking{.strides = desc.get_strides(),
                    .padded = desc.get_padded_dims(),
                    .inner = {}};
  const memory::dims sizes = desc.get_inner_blks();
  const memory::dims dimensions = desc.get_inner_idxs();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    blocking.inner.push_back({dimensions[i], sizes[i]});
  }
#else
  const dnnl_memory_desc_t& data = desc.data;
  if (data.format_kind != dnnl_blocked) {
    return std::nullopt;
  }
  const dnnl_blocking_desc_t& blocks = data.format_desc.blocking;
  Blocking blocking{.strides = {blocks.strides, blocks.strides + data.ndims},
                    .padded = {data.padded_dims, data.padded_dims + data.ndims},
                    .inner = {}};
  for (int i = 0; i < blocks.inner_nblks; ++i) {
    blocking.inner.push_back({blocks.inner_idxs[i], blocks.inner_blks[i]});
  }
#endif
  return blocking;
}

// The part of an element's place that its coordinate in `dimension` decides.
int64_t PlaceAlong(const Blocking& blocking, int64_t dimension,
                   int64_t coordinate) {
  int64_t outer = coordinate;
  int64_t place = 0;
  int64_t stride = 1;
  for (auto block = blocking.inner.rbegin(); block != blocking.inner.rend();
       ++block) {
    if (block->dimension == dimension) {
      place += outer % block->size * stride;
      outer /= block->size;
    }
    stride *= block->size;
  }
  return place + outer * blocking.strides[static_cast<std::size_t>(dimension)];
}

// The same for coordinates 0 to size - 1.
std::vector<int64_t> PlacesAlong(const Blocking& blocking, int64_t dimension,
                                 int64_t size) {
  std::vector<int64_t> places;
  for (int64_t i = 0; i < size; ++i) {
    places.push_back(PlaceAlong(blocking, dimension, i));
  }
  return places;
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
  return absl::Status(
      error.status == dnnl_out_of_memory ? absl::StatusCode::kResourceExhausted
                                         : absl::StatusCode::kInternal,
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

// Chooses an implementation without AMX if there is one. The sums of bfloat16
// products in AMX tiles depend on the number of rows, so that a translation
// would depend on its batch. Sums of int8 products are exact.
void AvoidTiles(dnnl::matmul::primitive_desc& chosen) {
  const dnnl::matmul::primitive_desc fastest = chosen;
  const auto uses_tiles = [&chosen] {
    return std::string_view(chosen.impl_info_str()).find("amx") !=
           std::string_view::npos;
  };
  while (uses_tiles()) {
    if (!chosen.next_impl()) {
      chosen = fastest;
      return;
    }
  }
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
  dnnl::matmul::primitive_desc chosen(CpuEngine(), input, problem.weights, bias,
                                      output, attributes);
#else
  const dnnl::matmul::desc description(input, problem.weights, bias, output);
  dnnl::matmul::primitive_desc chosen(description, attributes, CpuEngine());
#endif
  if (problem.type == ComputeType::kBFloat16) {
    AvoidTiles(chosen);
  }
  return chosen;
}

std::optional<WeightLayout> FindWeightLayout(const memory::desc& desc) {
  const std::optional<Blocking> blocking = FindBlocking(desc);
  if (!blocking.has_value() || blocking->padded.size() != 2) {
    return std::nullopt;
  }
#if DNNL_VERSION_MAJOR >= 3
  const memory::dims dims = desc.get_dims();
  const memory::data_type type = desc.get_data_type();
#else
  const memory::dims dims = desc.dims();
  const memory::data_type type = desc.data_type();
#endif
  const int64_t bytes = blocking->padded[0] * blocking->padded[1] *
                        static_cast<int64_t>(memory::data_type_size(type));
  const int64_t row_bytes =
      blocking->padded[1] * static_cast<int64_t>(sizeof(int32_t));
  const auto rest = static_cast<int64_t>(desc.get_size()) - bytes;
  if (rest < 0 || rest % row_bytes != 0) {
    return std::nullopt;
  }
  return WeightLayout{.inputs = PlacesAlong(*blocking, 0, dims[0]),
                      .outputs = PlacesAlong(*blocking, 1, dims[1]),
                      .element_bytes = bytes,
                      .correction_rows = rest / row_bytes,
                      .padded_outputs = blocking->padded[1]};
}

}  // namespace interpres
