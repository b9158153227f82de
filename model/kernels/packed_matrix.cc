#include "model/kernels/packed_matrix.h"

#include <omp.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/base/check.h"
#include "model/base/status.h"
#include "model/kernels/bfloat16.h"
#include "model/kernels/onednn_matmul.h"
#include "model/kernels/packed_matrix_impl.h"

namespace interpres {
namespace {

using dnnl::memory;

// Outputs of a panel of an int8 matrix: with a block of rows, 1 MiB of
// products.
constexpr int64_t kPanelOutputs = 2048;
// An int8 matrix of at least this many bytes has at least two panels, for two
// threads. Reading a matrix of this size takes longer than handing half of the
// panels to the helper.
constexpr int64_t kSharedBytes = int64_t{1} << 19;
// Panels begin at multiples of this, the widest block of oneDNN's layouts.
constexpr int64_t kPanelStep = 64;

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

// Packs the rows of the panel, whose range is set, into `weight_memory`.
// `weights` is the whole matrix [outputs, inputs].
void PackPanel(ComputeType type, const void* weights, int64_t inputs,
               WeightMemory& weight_memory, MatrixPanel& panel) {
  panel.desc = PreferredLayout(type, inputs, panel.outputs);
  panel.data =
      weight_memory.Allocate(static_cast<int64_t>(panel.desc.get_size()));
  // [outputs, inputs] row-major is [inputs, outputs] column-major.
  const memory::desc plain({inputs, panel.outputs}, OperandType(type),
                           memory::format_tag::ba);
  const auto* begin = static_cast<const std::byte*>(weights) +
                      panel.first * inputs * ElementBytes(type);
  memory from(plain, CpuEngine(), const_cast<std::byte*>(begin));
  memory to(panel.desc, CpuEngine(), panel.data.get());
  dnnl::stream stream(CpuEngine());
  dnnl::reorder(from, to).execute(stream, from, to);
  stream.wait();
}

// As few panels as the limit allows, of nearly equal size. outputs >= 1.
int64_t PanelOutputs(ComputeType type, int64_t inputs, int64_t outputs) {
  if (type != ComputeType::kInt8) {
    return outputs;
  }
  const int64_t least = inputs * outputs >= kSharedBytes ? 2 : 1;
  const int64_t panels = std::max(least, (outputs - 1) / kPanelOutputs + 1);
  const int64_t steps = (outputs - 1) / kPanelStep + 1;
  return ((steps - 1) / panels + 1) * kPanelStep;
}

}  // namespace

dnnl::memory::desc PreferredLayout(ComputeType type, int64_t inputs,
                                   int64_t outputs) {
  // Any row count gives the same layout; this one is typical.
  constexpr int64_t kTypicalRows = 32;
  return MakePrimitiveDesc({.type = type,
                            .rows = kTypicalRows,
                            .inputs = inputs,
                            .outputs = outputs,
                            .weights = {{inputs, outputs},
                                        OperandType(type),
                                        memory::format_tag::any},
                            .epilogue = {}})
      .weights_desc();
}

absl::Status PackedMatrix::Impl::Pack(const void* weights,
                                      WeightMemory& weight_memory) {
  const ScopedOneThread one_thread;
  try {
    const int64_t step = PanelOutputs(type, inputs, outputs);
    for (int64_t first = 0; first < outputs; first += step) {
      panels.push_back({.first = first,
                        .outputs = std::min(step, outputs - first),
                        .desc = {},
                        .data = nullptr});
      PackPanel(type, weights, inputs, weight_memory, panels.back());
    }
  } catch (const dnnl::error& error) {
    return OnednnError("pack a weight matrix", error);
  }
  return absl::OkStatus();
}

PackedMatrix::PackedMatrix(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
PackedMatrix::PackedMatrix(PackedMatrix&&) noexcept = default;
PackedMatrix& PackedMatrix::operator=(PackedMatrix&&) noexcept = default;
PackedMatrix::~PackedMatrix() = default;

ComputeType PackedMatrix::type() const { return impl_->type; }

absl::StatusOr<PackedMatrix> PackedMatrix::Create(const MatrixValues& values,
                                                  ComputeType type,
                                                  WeightMemory& weight_memory) {
  const std::span<const float> weights = values.weights;
  const auto outputs = static_cast<int64_t>(values.bias.size());
  const auto size = static_cast<int64_t>(weights.size());
  Check(size == values.inputs * outputs, "weights are not [bias size, inputs]");
  Check(type != ComputeType::kInt8, "int8 weights are Int8MatrixValues");
  auto impl = Impl::WithBias(type, values.inputs, values.bias);
  const void* operand = weights.data();
  AlignedBuffer<uint16_t> halves;
  if (type == ComputeType::kBFloat16) {
    halves = AlignedBuffer<uint16_t>(size);
    ToBFloat16(weights.data(), size, halves.data());
    operand = halves.data();
  }
  INTERPRES_RETURN_IF_ERROR(impl->Pack(operand, weight_memory));
  return PackedMatrix(std::move(impl));
}

absl::StatusOr<PackedMatrix> PackedMatrix::Create(
    const Int8MatrixValues& values, WeightMemory& weight_memory) {
  const auto outputs = static_cast<int64_t>(values.bias.size());
  Check(std::ssize(values.weights) == values.inputs * outputs,
        "weights are not [bias size, inputs]");
  Check(std::ssize(values.scales) == outputs, "an output without a scale");
  auto impl = Impl::WithBias(ComputeType::kInt8, values.inputs, values.bias);
  impl->scales = AlignedBuffer<float>(outputs);
  std::ranges::copy(values.scales, impl->scales.data());
  impl->input_multiplier = values.input_multiplier;
  INTERPRES_RETURN_IF_ERROR(impl->Pack(values.weights.data(), weight_memory));
  return PackedMatrix(std::move(impl));
}

}  // namespace interpres
