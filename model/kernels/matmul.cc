#include "model/kernels/matmul.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/check.h"
#include "model/base/helper_thread.h"
#include "model/base/status.h"
#include "model/kernels/bfloat16.h"
#include "model/kernels/compute_thread.h"
#include "model/kernels/onednn_matmul.h"
#include "model/kernels/packed_matrix_impl.h"
#include "model/kernels/quantization.h"
#include "model/tensor/tensor.h"

namespace interpres {
namespace {

using dnnl::memory;

// Rows of an int8 product that are multiplied and dequantised together.
constexpr int64_t kBlockRows = 128;

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

template <typename T>
void Grow(AlignedBuffer<T>& buffer, int64_t size) {
  if (size > buffer.size()) {
    buffer = AlignedBuffer<T>(size);
  }
}

}  // namespace

class MatmulSession::Impl {
 public:
  explicit Impl(Threads threads)
      : stream_(CpuEngine()), row_scales_(kBlockRows) {
    if (threads == Threads::kWithHelper) {
      helper_ = std::make_unique<Impl>(Threads::kOne);
      thread_ = std::make_unique<HelperThread>(PrepareComputeThread);
    }
  }

  Handle Register(const PackedMatrix& matrix, const MatmulEpilogue& epilogue) {
    const auto handle = static_cast<Handle>(registered_.size());
    // Both tables have room before one of them grows: an index must mean the
    // same in both, also after a lack of memory.
    if (helper_ != nullptr) {
      helper_->registered_.reserve(handle + 1);
    }
    registered_.push_back(
        {.matrix = nullptr, .epilogue = epilogue, .shapes = {}});
    if (helper_ != nullptr) {
      helper_->registered_.push_back(registered_.back());
    }
    Replace(handle, matrix);
    return handle;
  }

  void Replace(Handle handle, const PackedMatrix& matrix) {
    if (helper_ != nullptr) {
      helper_->Replace(handle, matrix);
    }
    const PackedMatrix::Impl& packed = *matrix.impl_;
    RegisteredProduct& product = registered_[handle];
    product.matrix = &packed;
    product.shapes.clear();
    for (const MatrixPanel& panel : packed.panels) {
      product.shapes.push_back(FindShape(
          {.type = packed.type,
           .rows = 0,
           .inputs = packed.inputs,
           .outputs = panel.outputs,
           .weights = panel.desc,
           .epilogue = packed.type == ComputeType::kInt8 ? MatmulEpilogue()
                                                         : product.epilogue}));
    }
  }

  absl::Status Prepare(Handle handle, int64_t rows) {
    const RegisteredProduct& product = registered_[handle];
    const PackedMatrix::Impl& matrix = *product.matrix;
    if (matrix.type == ComputeType::kFloat32) {
      return PrepareShapes(product, rows);
    }
    if (matrix.type == ComputeType::kBFloat16) {
      Grow(halves_, PaddedRows(rows) * matrix.inputs);
      return PrepareShapes(product, rows);
    }
    if (helper_ != nullptr && rows <= kHelpedRows) {
      INTERPRES_RETURN_IF_ERROR(helper_->Prepare(handle, rows));
    }
    const int64_t block = PaddedRows(std::min(rows, kBlockRows));
    Grow(bytes_, block * matrix.inputs);
    Grow(products_, block * matrix.panels.front().outputs);
    if (rows > kBlockRows) {
      INTERPRES_RETURN_IF_ERROR(PrepareShapes(product, kBlockRows));
    }
    const int64_t rest = rows % kBlockRows;
    return PrepareShapes(product, rest == 0 ? kBlockRows : rest);
  }

  void UseHelper(bool use) { use_helper_ = use && helper_ != nullptr; }

  void Run(Handle handle, const float* input, int64_t rows, float* output) {
    const RegisteredProduct& product = registered_[handle];
    const PackedMatrix::Impl& matrix = *product.matrix;
    if (matrix.type == ComputeType::kInt8) {
      // Not for the last block of many rows: the helper has not prepared it.
      const bool shared = use_helper_ && rows <= kHelpedRows;
      for (int64_t first = 0; first < rows; first += kBlockRows) {
        RunQuantized(handle, shared, input + first * matrix.inputs,
                     std::min(kBlockRows, rows - first),
                     output + first * matrix.outputs);
      }
      return;
    }
    const void* operand = input;
    if (matrix.type == ComputeType::kBFloat16) {
      ToBFloat16(input, rows * matrix.inputs, halves_.data());
      operand = halves_.data();
    }
    Multiply(product, 0, operand, rows, output);
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
    MatmulProblem problem;                          // for any row count
    std::vector<std::optional<Primitive>> buckets;  // by Bucket::index
  };

  struct RegisteredProduct {
    const PackedMatrix::Impl* matrix = nullptr;
    MatmulEpilogue epilogue;
    std::vector<int32_t> shapes;  // [panels]
  };

  struct PanelRange {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  struct QuantizedRows {
    const int8_t* bytes = nullptr;  // [rows, inputs]
    std::span<const float> scales;  // [rows] at least
    int64_t rows = 0;
  };

  int32_t FindShape(const MatmulProblem& problem) {
    const auto same = [&](const Shape& shape) {
      return shape.problem.type == problem.type &&
             shape.problem.inputs == problem.inputs &&
             shape.problem.outputs == problem.outputs &&
             shape.problem.weights == problem.weights &&
             shape.problem.epilogue == problem.epilogue;
    };
    auto found = std::find_if(shapes_.begin(), shapes_.end(), same);
    if (found == shapes_.end()) {
      shapes_.push_back({problem, {}});
      found = shapes_.end() - 1;
    }
    return static_cast<int32_t>(found - shapes_.begin());
  }

  absl::Status PrepareShapes(const RegisteredProduct& product, int64_t rows) {
    const Bucket bucket = BucketFor(rows);
    const auto index = static_cast<std::size_t>(bucket.index);
    for (const int32_t i : product.shapes) {
      Shape& shape = shapes_[i];
      if (index >= shape.buckets.size()) {
        shape.buckets.resize(index + 1);
      }
      if (shape.buckets[index].has_value()) {
        continue;
      }
      try {
        shape.buckets[index] = Make(shape.problem, bucket.rows);
      } catch (const dnnl::error& error) {
        return OnednnError("create a matrix product", error);
      }
    }
    return absl::OkStatus();
  }

  Primitive Make(MatmulProblem problem, int64_t rows) {
    problem.rows = rows;
    const dnnl::matmul::primitive_desc desc = MakePrimitiveDesc(problem);
    Grow(scratchpad_, static_cast<int64_t>(desc.scratchpad_desc().get_size()));
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

  // Writes bytes_ and row_scales_.
  void QuantizeInput(const PackedMatrix::Impl& matrix, const float* input,
                     int64_t rows) {
    if (matrix.input_multiplier == 0.0F) {
      QuantizeRows(input, rows, matrix.inputs, bytes_.data(),
                   row_scales_.data());
      return;
    }
    const auto scales =
        row_scales_.span().first(static_cast<std::size_t>(rows));
    std::ranges::fill(scales, matrix.input_multiplier);
    QuantizeRowsBy(scales, input, matrix.inputs, bytes_.data());
    std::ranges::fill(scales, 1.0F / matrix.input_multiplier);
  }

  void RunQuantized(Handle handle, bool shared, const float* input,
                    int64_t rows, float* output) {
    const PackedMatrix::Impl& matrix = *registered_[handle].matrix;
    QuantizeInput(matrix, input, rows);
    const QuantizedRows quantized{bytes_.data(), row_scales_.span(), rows};
    const std::size_t panels = matrix.panels.size();
    if (shared && panels > 1) {
      const std::size_t half = panels / 2;
      thread_->Run(
          [&] {
            RunPanels(handle, {half, panels}, quantized, output);
          },
          [&] {
            helper_->RunPanels(handle, {0, half}, quantized, output);
          });
    } else {
      RunPanels(handle, {0, panels}, quantized, output);
    }
  }

  // Products in 32 bits of a panel stay in the cache until they are scaled.
  void RunPanels(Handle handle, PanelRange range, const QuantizedRows& input,
                 float* output) {
    const RegisteredProduct& product = registered_[handle];
    const PackedMatrix::Impl& matrix = *product.matrix;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const MatrixPanel& panel = matrix.panels[i];
      const auto outputs = static_cast<std::size_t>(panel.outputs);
      const auto first = static_cast<std::size_t>(panel.first);
      Multiply(product, i, input.bytes, input.rows, products_.data());
      DequantizeProducts(
          {.products = products_.data(),
           .rows = input.rows,
           .row_scales = input.scales,
           .column_scales = matrix.scales.span().subspan(first, outputs),
           .bias = matrix.bias.span().subspan(first, outputs)},
          product.epilogue, output + panel.first, matrix.outputs);
    }
  }

  void Multiply(const RegisteredProduct& product, std::size_t panel,
                const void* input, int64_t rows, void* output) {
    Shape& shape = shapes_[product.shapes[panel]];
    const auto bucket = static_cast<std::size_t>(BucketFor(rows).index);
    Check(bucket < shape.buckets.size() && shape.buckets[bucket].has_value(),
          "a matrix product was not prepared for its row count");
    Primitive& primitive = *shape.buckets[bucket];
    const PackedMatrix::Impl& matrix = *product.matrix;
    primitive.input.set_data_handle(const_cast<void*>(input), stream_);
    primitive.weights.set_data_handle(matrix.panels[panel].data.get(), stream_);
    primitive.bias.set_data_handle(const_cast<float*>(matrix.bias.data()),
                                   stream_);
    primitive.output.set_data_handle(output, stream_);
    primitive.scratchpad.set_data_handle(scratchpad_.data(), stream_);
    // The C interface: the C++ one copies a map of arguments on every call.
    const std::array<dnnl_exec_arg_t, 5> arguments = {{
        {DNNL_ARG_SRC, primitive.input.get()},
        {DNNL_ARG_WEIGHTS, primitive.weights.get()},
        {DNNL_ARG_DST, primitive.output.get()},
        {DNNL_ARG_SCRATCHPAD, primitive.scratchpad.get()},
        {DNNL_ARG_BIAS, primitive.bias.get()},
    }};
    // Products in int8 have no bias; it is the last argument.
    const int count = matrix.type == ComputeType::kInt8 ? 4 : 5;
    const dnnl_status_t status = dnnl_primitive_execute(
        primitive.matmul.get(), stream_.get(), count, arguments.data());
    Check(status == dnnl_success, "oneDNN failed to run a matrix product");
  }

  dnnl::stream stream_;
  AlignedBuffer<std::byte> scratchpad_;
  // Converted rows, and what int8 needs besides: their scales [kBlockRows] and
  // the products of a panel.
  AlignedBuffer<uint16_t> halves_;
  AlignedBuffer<int8_t> bytes_;
  AlignedBuffer<float> row_scales_;
  AlignedBuffer<int32_t> products_;
  std::vector<Shape> shapes_;
  std::vector<RegisteredProduct> registered_;
  // The table and the memory of the helper thread, with the same handles. Null
  // means that the session has no helper.
  std::unique_ptr<Impl> helper_;
  std::unique_ptr<HelperThread> thread_;
  bool use_helper_ = false;
};

MatmulSession::MatmulSession(std::unique_ptr<Impl> impl, bool downwards)
    : impl_(std::move(impl)), downwards_(downwards) {}
MatmulSession::~MatmulSession() = default;

absl::StatusOr<std::unique_ptr<MatmulSession>> MatmulSession::Create(
    Threads threads) {
  static std::atomic<uint32_t> sessions = 0;
  PrepareComputeThread();
  try {
    return std::unique_ptr<MatmulSession>(new MatmulSession(
        std::make_unique<Impl>(threads), ++sessions % 2 == 0));
  } catch (const dnnl::error& error) {
    return OnednnError("create a stream", error);
  } catch (const std::system_error& error) {
    return absl::ResourceExhaustedError(
        absl::StrCat("cannot start a thread: ", error.what()));
  }
}

int64_t MatmulSession::PaddedRows(int64_t rows) { return BucketFor(rows).rows; }

bool MatmulSession::RowsAreInvariant() {
  return CpuHas(dnnl::cpu_isa::avx512_core);
}

MatmulSession::Handle MatmulSession::Register(const PackedMatrix& matrix,
                                              const MatmulEpilogue& epilogue) {
  return impl_->Register(matrix, epilogue);
}

void MatmulSession::Replace(Handle handle, const PackedMatrix& matrix) {
  impl_->Replace(handle, matrix);
}

absl::Status MatmulSession::Prepare(Handle handle, int64_t rows) {
  return impl_->Prepare(handle, rows);
}

absl::Status MatmulSession::PrepareUpTo(Handle handle, int64_t rows) {
  std::vector<int64_t> counts;
  for (int64_t next = 1; next <= rows; next = PaddedRows(next) + 1) {
    counts.push_back(next);
  }
  if (downwards_) {
    std::ranges::reverse(counts);
  }
  for (const int64_t count : counts) {
    INTERPRES_RETURN_IF_ERROR(impl_->Prepare(handle, count));
  }
  return absl::OkStatus();
}

void MatmulSession::UseHelper(bool use) { impl_->UseHelper(use); }

void MatmulSession::Run(Handle handle, const float* input, int64_t rows,
                        float* output) {
  impl_->Run(handle, input, rows, output);
}

std::vector<std::string> MatmulSession::ImplementationNames() const {
  return impl_->ImplementationNames();
}

}  // namespace interpres
