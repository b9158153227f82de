#include "model/kernels/matmul.h"

#include <omp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/check.h"
#include "model/tensor/tensor.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace interpres {
namespace {

using dnnl::memory;

// Engines are stateless handles; one serves all threads. Leaked on purpose:
// worker threads may outlive static destructors.
const dnnl::engine& CpuEngine() {
  static const auto* const engine =
      new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return *engine;
}

// oneDNN chooses layouts and kernels for OpenMP's current thread count, which
// is a property of the calling thread; ours are all for one thread.
class ScopedOneThread {
 public:
  ScopedOneThread() : threads_(omp_get_max_threads()) {
    omp_set_num_threads(1);
  }
  ~ScopedOneThread() { omp_set_num_threads(threads_); }
  ScopedOneThread(const ScopedOneThread&) = delete;
  ScopedOneThread& operator=(const ScopedOneThread&) = delete;

 private:
  int threads_;
};

absl::Status DnnlError(const char* action, const dnnl::error& error) {
  return absl::InternalError(
      absl::StrFormat("oneDNN failed to %s: %s", action, error.what()));
}

struct MatmulProblem {
  int64_t rows = 0;
  memory::desc weights;  // [inputs, outputs], any layout
  MatmulEpilogue epilogue;
};

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

dnnl::primitive_attr MakeAttributes(const MatmulEpilogue& epilogue) {
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
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(post_ops);
  // The library's own scratchpad is unsafe and slower with shared primitives.
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

dnnl::matmul::primitive_desc MakePrimitiveDesc(const MatmulProblem& problem,
                                               int64_t inputs,
                                               int64_t outputs) {
  const auto f32 = memory::data_type::f32;
  const auto row_major = memory::format_tag::ab;
  const memory::desc input({problem.rows, inputs}, f32, row_major);
  const memory::desc bias({1, outputs}, f32, row_major);
  const memory::desc output({problem.rows, outputs}, f32, row_major);
  const dnnl::primitive_attr attributes = MakeAttributes(problem.epilogue);
#if DNNL_VERSION_MAJOR >= 3
  return dnnl::matmul::primitive_desc(CpuEngine(), input, problem.weights, bias,
                                      output, attributes);
#else
  const dnnl::matmul::desc description(input, problem.weights, bias, output);
  return dnnl::matmul::primitive_desc(description, attributes, CpuEngine());
#endif
}

// Four buckets per octave from 16 rows up, multiples of 4 below.
struct Bucket {
  int64_t index = 0;
  int64_t rows = 0;
};

Bucket BucketFor(int64_t rows) {
  constexpr int64_t kSmallRows = 16;
  constexpr int64_t kBucketsPerOctave = 4;
  if (rows <= kSmallRows) {
    const int64_t index = (rows + 3) / 4 - 1;
    return {index, (index + 1) * 4};
  }
  // 2^log2 < rows <= 2^(log2 + 1)
  const int64_t log2 = std::bit_width(static_cast<uint64_t>(rows - 1)) - 1;
  const int64_t log2_width = log2 - 2;  // a quarter of the octave
  const int64_t within = ((rows - (int64_t{1} << log2) - 1) >> log2_width) + 1;
  // The small buckets end where log2 is 4; they are an octave of their own.
  return {kBucketsPerOctave * (log2 - 3) + within - 1,
          (int64_t{1} << log2) + (within << log2_width)};
}

}  // namespace

struct PackedMatrix::Impl {
  int64_t inputs = 0;
  int64_t outputs = 0;
  memory::desc desc;  // [inputs, outputs], oneDNN's layout
  AlignedBuffer<std::byte> data;
  AlignedBuffer<float> bias;
};

PackedMatrix::PackedMatrix(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
PackedMatrix::PackedMatrix(PackedMatrix&&) noexcept = default;
PackedMatrix& PackedMatrix::operator=(PackedMatrix&&) noexcept = default;
PackedMatrix::~PackedMatrix() = default;

int64_t PackedMatrix::inputs() const { return impl_->inputs; }
int64_t PackedMatrix::outputs() const { return impl_->outputs; }

absl::StatusOr<PackedMatrix> PackedMatrix::Create(
    std::span<const float> weights, std::span<const float> bias,
    int64_t inputs) {
  const auto outputs = static_cast<int64_t>(bias.size());
  Check(static_cast<int64_t>(weights.size()) == inputs * outputs,
        "weights are not [bias size, inputs]");
  // Any row count gives the same layout; this one is typical.
  constexpr int64_t kTypicalRows = 32;
  const ScopedOneThread one_thread;
  auto impl = std::make_unique<Impl>();
  impl->inputs = inputs;
  impl->outputs = outputs;
  try {
    const MatmulProblem problem{
        kTypicalRows,
        memory::desc({inputs, outputs}, memory::data_type::f32,
                     memory::format_tag::any),
        {}};
    impl->desc = MakePrimitiveDesc(problem, inputs, outputs).weights_desc();
    impl->data =
        AlignedBuffer<std::byte>(static_cast<int64_t>(impl->desc.get_size()));
    impl->bias = AlignedBuffer<float>(outputs);
    std::copy(bias.begin(), bias.end(), impl->bias.data());

    // [outputs, inputs] row-major is [inputs, outputs] column-major.
    const memory::desc plain({inputs, outputs}, memory::data_type::f32,
                             memory::format_tag::ba);
    memory from(plain, CpuEngine(), const_cast<float*>(weights.data()));
    memory to(impl->desc, CpuEngine(), impl->data.data());
    dnnl::stream stream(CpuEngine());
    dnnl::reorder(from, to).execute(stream, from, to);
    stream.wait();
  } catch (const dnnl::error& error) {
    return DnnlError("pack a weight matrix", error);
  }
  return PackedMatrix(std::move(impl));
}

class MatmulSession::Impl {
 public:
  Impl() : stream_(CpuEngine()) {}

  Use Register(const PackedMatrix& matrix, const MatmulEpilogue& epilogue) {
    const PackedMatrix::Impl& packed = *matrix.impl_;
    const auto same = [&](const Shape& shape) {
      return shape.inputs == packed.inputs && shape.outputs == packed.outputs &&
             shape.epilogue == epilogue && shape.weights == packed.desc;
    };
    auto found = std::find_if(shapes_.begin(), shapes_.end(), same);
    if (found == shapes_.end()) {
      shapes_.push_back(
          {packed.inputs, packed.outputs, epilogue, packed.desc, {}});
      found = shapes_.end() - 1;
    }
    uses_.push_back({static_cast<int32_t>(found - shapes_.begin()), &packed});
    return static_cast<Use>(uses_.size() - 1);
  }

  absl::Status Prepare(Use use, int64_t rows) {
    Shape& shape = shapes_[uses_[use].shape];
    const Bucket bucket = BucketFor(rows);
    if (bucket.index >= static_cast<int64_t>(shape.buckets.size())) {
      shape.buckets.resize(bucket.index + 1);
    }
    std::optional<Primitive>& primitive = shape.buckets[bucket.index];
    if (primitive.has_value()) {
      return absl::OkStatus();
    }
    try {
      primitive = Make(shape, bucket.rows);
    } catch (const dnnl::error& error) {
      return DnnlError("create a matrix product", error);
    }
    return absl::OkStatus();
  }

  void Run(Use use, const float* input, int64_t rows, float* output) {
    const RegisteredUse& registered = uses_[use];
    Shape& shape = shapes_[registered.shape];
    const auto bucket = static_cast<std::size_t>(BucketFor(rows).index);
    Check(bucket < shape.buckets.size() && shape.buckets[bucket].has_value(),
          "a matrix product was not prepared for its row count");
    Primitive& primitive = *shape.buckets[bucket];
    const PackedMatrix::Impl& matrix = *registered.matrix;
    primitive.input.set_data_handle(const_cast<float*>(input), stream_);
    primitive.weights.set_data_handle(
        const_cast<std::byte*>(matrix.data.data()), stream_);
    primitive.bias.set_data_handle(const_cast<float*>(matrix.bias.data()),
                                   stream_);
    primitive.output.set_data_handle(output, stream_);
    primitive.scratchpad.set_data_handle(scratchpad_.data(), stream_);
    // The C interface: the C++ one copies a map of arguments on every call.
    const std::array<dnnl_exec_arg_t, 5> arguments = {{
        {DNNL_ARG_SRC, primitive.input.get()},
        {DNNL_ARG_WEIGHTS, primitive.weights.get()},
        {DNNL_ARG_BIAS, primitive.bias.get()},
        {DNNL_ARG_DST, primitive.output.get()},
        {DNNL_ARG_SCRATCHPAD, primitive.scratchpad.get()},
    }};
    const dnnl_status_t status = dnnl_primitive_execute(
        primitive.matmul.get(), stream_.get(),
        static_cast<int>(arguments.size()), arguments.data());
    Check(status == dnnl_success, "oneDNN failed to run a matrix product");
  }

  std::vector<std::string> ImplementationNames() const {
    std::set<std::string> names;
    for (const Shape& shape : shapes_) {
      for (const std::optional<Primitive>& primitive : shape.buckets) {
        names.insert(primitive.has_value() ? primitive->implementation : "");
      }
    }
    names.erase("");
    return {names.begin(), names.end()};
  }

 private:
  // A primitive and its arguments, whose data handles are set on every run.
  struct Primitive {
    dnnl::matmul matmul;
    std::string implementation;
    memory input;
    memory weights;
    memory bias;
    memory output;
    memory scratchpad;
  };

  struct Shape {
    int64_t inputs = 0;
    int64_t outputs = 0;
    MatmulEpilogue epilogue;
    memory::desc weights;
    std::vector<std::optional<Primitive>> buckets;  // by Bucket::index
  };

  struct RegisteredUse {
    int32_t shape = 0;
    const PackedMatrix::Impl* matrix = nullptr;
  };

  Primitive Make(const Shape& shape, int64_t rows) {
    const dnnl::matmul::primitive_desc desc = MakePrimitiveDesc(
        {rows, shape.weights, shape.epilogue}, shape.inputs, shape.outputs);
    const auto scratchpad_bytes =
        static_cast<int64_t>(desc.scratchpad_desc().get_size());
    if (scratchpad_bytes > scratchpad_.size()) {
      scratchpad_ = AlignedBuffer<std::byte>(scratchpad_bytes);
    }
    const auto argument = [](const memory::desc& layout) {
      return memory(layout, CpuEngine(), nullptr);
    };
    return {dnnl::matmul(desc),
            desc.impl_info_str(),
            argument(desc.src_desc()),
            argument(desc.weights_desc()),
            argument(desc.bias_desc()),
            argument(desc.dst_desc()),
            argument(desc.scratchpad_desc())};
  }

  dnnl::stream stream_;
  AlignedBuffer<std::byte> scratchpad_;
  std::vector<Shape> shapes_;
  std::vector<RegisteredUse> uses_;
};

MatmulSession::MatmulSession(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
MatmulSession::~MatmulSession() = default;

absl::StatusOr<std::unique_ptr<MatmulSession>> MatmulSession::Create() {
  omp_set_num_threads(1);
  try {
    return std::unique_ptr<MatmulSession>(
        new MatmulSession(std::make_unique<Impl>()));
  } catch (const dnnl::error& error) {
    return DnnlError("create a stream", error);
  }
}

int64_t MatmulSession::PaddedRows(int64_t rows) { return BucketFor(rows).rows; }

bool MatmulSession::RowsAreInvariant() {
#if defined(__x86_64__)
  // Later instruction sets contain the bits of those they extend.
  const auto wanted = static_cast<unsigned>(dnnl::cpu_isa::avx512_core);
  const auto effective = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
  return (effective & wanted) == wanted;
#else
  return false;
#endif
}

MatmulSession::Use MatmulSession::Register(const PackedMatrix& matrix,
                                           const MatmulEpilogue& epilogue) {
  return impl_->Register(matrix, epilogue);
}

absl::Status MatmulSession::Prepare(Use use, int64_t rows) {
  return impl_->Prepare(use, rows);
}

absl::Status MatmulSession::PrepareUpTo(Use use, int64_t rows) {
  absl::Status status;
  for (int64_t next = 1; status.ok() && next <= rows;
       next = PaddedRows(next) + 1) {
    status = impl_->Prepare(use, next);
  }
  return status;
}

void MatmulSession::Run(Use use, const float* input, int64_t rows,
                        float* output) {
  impl_->Run(use, input, rows, output);
}

std::vector<std::string> MatmulSession::ImplementationNames() const {
  return impl_->ImplementationNames();
}

}  // namespace interpres
