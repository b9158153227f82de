#include "model/kernels/bf16_gemm.h"

#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "model/kernels/bfloat16.h"
#include "model/kernels/onednn_matmul.h"
#include "model/tensor/growing_buffer.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace interpres {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;

// a [m, k] times b [k, n]; a column-major operand (ba) is a transposed one.
struct Bf16Product {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  Tag a = Tag::ab;
  Tag b = Tag::ab;
  int64_t c_stride = 0;
  bool add = false;
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

// A dense copy in bfloat16.
const uint16_t* Convert(ConstMatrix from, int64_t rows, int64_t columns,
                        GrowingBuffer<uint16_t>& buffer) {
  uint16_t* to = buffer.Reserve(rows * columns);
  if (from.stride == columns) {
    ToBFloat16(from.data, rows * columns, to);
    return to;
  }
  for (int64_t i = 0; i < rows; ++i) {
    ToBFloat16(from.data + i * from.stride, columns, to + i * columns);
  }
  return to;
}

}  // namespace

class BFloat16Gemm::Impl {
 public:
  const uint16_t* ConvertX(const LinearShape& shape, ConstMatrix x) {
    return Convert(x, shape.rows, shape.in, x_);
  }
  const uint16_t* ConvertDy(const LinearShape& shape, ConstMatrix dy) {
    return Convert(dy, shape.rows, shape.out, dy_);
  }

  void Multiply(const Bf16Product& product, const uint16_t* a,
                const uint16_t* b, float* c) {
    if (product.m == 0 || product.n == 0 || product.k == 0) {
      return;
    }
    // Nothing that a user can do leads to an error: a wrong shape (a bug) or no
    // memory.
    try {
      Run(product, a, b, c);
    } catch (const dnnl::error& error) {
      std::fprintf(stderr,
                   "oneDNN failed to multiply [%ld, %ld] [%ld, %ld]: "
                   "%s\n",
                   product.m, product.k, product.k, product.n, error.what());
      std::abort();
    }
  }

 private:
  // Batches have ever new row counts. oneDNN keeps the compiled kernels of the
  // last 1,024 products; a new one costs about 0.3 ms.
  void Run(const Bf16Product& product, const uint16_t* a, const uint16_t* b,
           float* c) {
    const dnnl::matmul::primitive_desc description = Describe(product);
    const memory::desc scratch = description.scratchpad_desc();
    std::byte* const scratch_data =
        scratch_.Reserve(static_cast<int64_t>(scratch.get_size()));
    const std::unordered_map<int, memory> arguments = {
        {DNNL_ARG_SRC,
         memory(description.src_desc(), CpuEngine(), const_cast<uint16_t*>(a))},
        {DNNL_ARG_WEIGHTS, memory(description.weights_desc(), CpuEngine(),
                                  const_cast<uint16_t*>(b))},
        {DNNL_ARG_DST, memory(description.dst_desc(), CpuEngine(), c)},
        {DNNL_ARG_SCRATCHPAD, memory(scratch, CpuEngine(), scratch_data)}};
    dnnl::matmul(description).execute(stream_, arguments);
    stream_.wait();
  }

  dnnl::stream stream_{CpuEngine()};
  GrowingBuffer<uint16_t> x_;
  GrowingBuffer<uint16_t> dy_;
  GrowingBuffer<std::byte> scratch_;
};

BFloat16Gemm::BFloat16Gemm() : impl_(std::make_unique<Impl>()) {}
BFloat16Gemm::~BFloat16Gemm() = default;

void BFloat16Gemm::Forward(const LinearShape& shape, ConstMatrix x,
                           const uint16_t* w, Matrix y) {
  impl_->Multiply({.m = shape.rows,
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
                   .k = shape.rows,
                   .a = Tag::ba,
                   .c_stride = shape.in,
                   .add = true},
                  dy, impl_->ConvertX(shape, x), gradients.dw);
  impl_->Multiply({.m = shape.rows,
                   .n = shape.in,
                   .k = shape.out,
                   .c_stride = gradients.dx.stride,
                   .add = gradients.result == GemmResult::kAdd},
                  dy, w, gradients.dx.data);
}

std::string BFloat16Gemm::ForwardImplementation(
    const LinearShape& shape) const {
  return Describe({.m = shape.rows,
                   .n = shape.out,
                   .k = shape.in,
                   .b = Tag::ba,
                   .c_stride = shape.out})
      .impl_info_str();
}

}  // namespace interpres
