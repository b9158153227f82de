#include "model/kernels/bf16_gemm.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "model/kernels/bfloat16.h"
#include "model/kernels/onednn_matmul.h"
#include "model/tensor/growing_buffer.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace interpres {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;

// oneDNN compiles kernels for each row count, which can take longer than the
// product. Batches have ever new row counts, so their rows are padded to a
// multiple of this number.
constexpr int64_t kRowStep = 32;

// Maximum number of prepared products, as many as oneDNN itself remembers. A
// network of a few shapes needs about 25 for each padded row count.
constexpr std::size_t kMaxPrepared = 1024;

int64_t PaddedRows(int64_t rows) {
  return (rows + kRowStep - 1) / kRowStep * kRowStep;
}

// a [m, k] times b [k, n]; a column-major operand (ba) is a transposed one.
struct Bf16Product {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  Tag a = Tag::ab;
  Tag b = Tag::ab;
  int64_t c_stride = 0;
  bool add = false;

  bool operator==(const Bf16Product&) const = default;
  template <typename H>
  friend H AbslHashValue(H hash, const Bf16Product& p) {
    return H::combine(std::move(hash), p.m, p.n, p.k, p.a, p.b, p.c_stride,
                      p.add);
  }
};

dnnl::matmul::primitive_desc Describe(const Bf16Product& product) {
  const auto bf16 = memory::data_type::bf16;
  const memory::desc a({product.m, product.k}, bf16, product.a);
  const memory::desc b({product.k, product.n}, bf16, product.b);
  const memory::desc c({product.m, product.n}, memory::data_type::f32,
                       memory::dims{product.c_stride, 1});
  dnnl::primitive_attr attributes;
  // The library's own scratchpad is shared by threads that share a primitive.
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  if (product.add) {
    dnnl::post_ops post_ops;
    post_ops.append_sum(1.0f);
    attributes.set_post_ops(post_ops);
  }
#if DNNL_VERSION_MAJOR >= 3
  return dnnl::matmul::primitive_desc(CpuEngine(), a, b, c, attributes);
#else
  return dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, c), attributes,
                                      CpuEngine());
#endif
}

// A product with its compiled kernels. The operands have no memory yet.
class PreparedProduct {
 public:
  explicit PreparedProduct(const Bf16Product& product)
      : PreparedProduct(Describe(product)) {}

  int64_t scratch_bytes() const { return scratch_bytes_; }

  void Run(dnnl::stream& stream, const uint16_t* a, const uint16_t* b, float* c,
           std::byte* scratch) {
    arguments_[DNNL_ARG_SRC].set_data_handle(const_cast<uint16_t*>(a));
    arguments_[DNNL_ARG_WEIGHTS].set_data_handle(const_cast<uint16_t*>(b));
    arguments_[DNNL_ARG_DST].set_data_handle(c);
    arguments_[DNNL_ARG_SCRATCHPAD].set_data_handle(scratch);
    primitive_.execute(stream, arguments_);
    stream.wait();
  }

 private:
  explicit PreparedProduct(const dnnl::matmul::primitive_desc& description)
      : primitive_(description),
        scratch_bytes_(
            static_cast<int64_t>(description.scratchpad_desc().get_size())),
        arguments_{
            {DNNL_ARG_SRC, WithoutData(description.src_desc())},
            {DNNL_ARG_WEIGHTS, WithoutData(description.weights_desc())},
            {DNNL_ARG_DST, WithoutData(description.dst_desc())},
            {DNNL_ARG_SCRATCHPAD, WithoutData(description.scratchpad_desc())}} {
  }

  static memory WithoutData(const memory::desc& description) {
    return {description, CpuEngine(), DNNL_MEMORY_NONE};
  }

  dnnl::matmul primitive_;
  int64_t scratch_bytes_ = 0;
  std::unordered_map<int, memory> arguments_;
};

// Returns a dense copy [PaddedRows(rows), columns] in bfloat16. The rows of the
// padding are zeros.
const uint16_t* Convert(ConstMatrix from, int64_t rows, int64_t columns,
                        GrowingBuffer<uint16_t>& buffer) {
  const int64_t size = PaddedRows(rows) * columns;
  uint16_t* to = buffer.Reserve(size);
  if (from.stride == columns) {
    ToBFloat16(from.data, rows * columns, to);
  } else {
    for (int64_t i = 0; i < rows; ++i) {
      ToBFloat16(from.data + i * from.stride, columns, to + i * columns);
    }
  }
  std::fill(to + rows * columns, to + size, uint16_t{0});
  return to;
}

// Copies [rows, columns] to `to`, or adds.
void StoreRows(const float* from, int64_t rows, int64_t columns,
               GemmResult result, Matrix to) {
  for (int64_t i = 0; i < rows; ++i) {
    const float* row = from + i * columns;
    float* out = to.data + i * to.stride;
    if (result == GemmResult::kReplace) {
      std::copy(row, row + columns, out);
    } else {
      std::transform(row, row + columns, out, out, std::plus<>());
    }
  }
}

}  // namespace

class BFloat16Gemm::Impl {
 public:
  // The results have PaddedRows(shape.rows) rows.
  const uint16_t* ConvertX(const LinearShape& shape, ConstMatrix x) {
    return Convert(x, shape.rows, shape.in, x_);
  }
  const uint16_t* ConvertDy(const LinearShape& shape, ConstMatrix dy) {
    return Convert(dy, shape.rows, shape.out, dy_);
  }

  // Computes a product with any number of rows `product.m`. REQUIRES: `a` has
  // PaddedRows(product.m) rows, and product.a is Tag::ab.
  void MultiplyRows(Bf16Product product, const uint16_t* a, const uint16_t* b,
                    float* c) {
    const int64_t rest = product.m % kRowStep;
    product.m -= rest;
    Multiply(product, a, b, c);
    if (rest == 0 || product.n == 0 || product.k == 0) {
      return;
    }
    float* padded = rest_.Reserve(kRowStep * product.n);
    Multiply({.m = kRowStep,
              .n = product.n,
              .k = product.k,
              .b = product.b,
              .c_stride = product.n},
             a + product.m * product.k, b, padded);
    StoreRows(padded, rest, product.n,
              product.add ? GemmResult::kAdd : GemmResult::kReplace,
              {c + product.m * product.c_stride, product.c_stride});
  }

  void Multiply(const Bf16Product& product, const uint16_t* a,
                const uint16_t* b, float* c) {
    if (product.m == 0 || product.n == 0 || product.k == 0) {
      return;
    }
    // Nothing that a user can do leads to an error: a wrong shape (a bug) or no
    // memory.
    try {
      PreparedProduct& prepared = Prepare(product);
      prepared.Run(stream_, a, b, c,
                   scratch_.Reserve(prepared.scratch_bytes()));
    } catch (const dnnl::error& error) {
      std::fprintf(stderr,
                   "oneDNN failed to multiply [%ld, %ld] [%ld, %ld]: "
                   "%s\n",
                   product.m, product.k, product.k, product.n, error.what());
      std::abort();
    }
  }

 private:
  PreparedProduct& Prepare(const Bf16Product& product) {
    if (prepared_.size() >= kMaxPrepared && !prepared_.contains(product)) {
      prepared_.clear();
    }
    std::unique_ptr<PreparedProduct>& prepared = prepared_[product];
    if (prepared == nullptr) {
      prepared = std::make_unique<PreparedProduct>(product);
    }
    return *prepared;
  }

  dnnl::stream stream_{CpuEngine()};
  absl::flat_hash_map<Bf16Product, std::unique_ptr<PreparedProduct>> prepared_;
  GrowingBuffer<uint16_t> x_;
  GrowingBuffer<uint16_t> dy_;
  GrowingBuffer<float> rest_;
  GrowingBuffer<std::byte> scratch_;
};

BFloat16Gemm::BFloat16Gemm() : impl_(std::make_unique<Impl>()) {}
BFloat16Gemm::~BFloat16Gemm() = default;

void BFloat16Gemm::Forward(const LinearShape& shape, ConstMatrix x,
                           const uint16_t* w, Matrix y) {
  impl_->MultiplyRows({.m = shape.rows,
                       .n = shape.out,
                       .k = shape.in,
                       .b = Tag::ba,
                       .c_stride = y.stride},
                      impl_->ConvertX(shape, x), w, y.data);
}

void BFloat16Gemm::Backward(const LinearShape& shape, ConstMatrix x,
                            const uint16_t* w, const Gradients& gradients) {
  const uint16_t* dy = impl_->ConvertDy(shape, gradients.dy);
  // In the forward pass this was: y = x w^T.
  impl_->Multiply({.m = shape.out,
                   .n = shape.in,
                   .k = PaddedRows(shape.rows),
                   .a = Tag::ba,
                   .c_stride = shape.in,
                   .add = true},
                  dy, impl_->ConvertX(shape, x), gradients.dw);
  impl_->MultiplyRows({.m = shape.rows,
                       .n = shape.in,
                       .k = shape.out,
                       .c_stride = gradients.dx.stride,
                       .add = gradients.result == GemmResult::kAdd},
                      dy, w, gradients.dx.data);
}

std::string BFloat16Gemm::ForwardImplementation(
    const LinearShape& shape) const {
  return Describe({.m = PaddedRows(shape.rows),
                   .n = shape.out,
                   .k = shape.in,
                   .b = Tag::ba,
                   .c_stride = shape.out})
      .impl_info_str();
}

}  // namespace interpres
