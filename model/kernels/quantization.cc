#include "model/kernels/quantization.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/quantization.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

constexpr float kLargest = 127.0f;

float LargestMagnitude(const float* row, int64_t width) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  V largest = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    largest = hn::Max(largest, hn::Abs(hn::LoadU(d, row + i)));
  }
  float result = hn::GetLane(hn::MaxOfLanes(d, largest));
  for (; i < width; ++i) {
    result = std::max(result, std::abs(row[i]));
  }
  return result;
}

void QuantizeRow(const float* row, int64_t width, float factor,
                 int8_t* quantized) {
  const D d;
  const hn::Rebind<int8_t, D> bytes;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const V factors = hn::Set(d, factor);
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    const V scaled = hn::Mul(hn::LoadU(d, row + i), factors);
    hn::StoreU(hn::DemoteTo(bytes, hn::NearestInt(scaled)), bytes,
               quantized + i);
  }
  for (; i < width; ++i) {
    quantized[i] = static_cast<int8_t>(std::nearbyint(row[i] * factor));
  }
}

void QuantizeAllRows(const float* values, int64_t rows, int64_t width,
                     int8_t* quantized, float* scales) {
  for (int64_t r = 0; r < rows; ++r) {
    const float largest = LargestMagnitude(values + r * width, width);
    scales[r] = largest / kLargest;
    QuantizeRow(values + r * width, width,
                largest > 0.0f ? kLargest / largest : 0.0f,
                quantized + r * width);
  }
}

// The activations, on vectors and on what is left at the end of a row.
struct Identity {
  V operator()(V x) const { return x; }
  float operator()(float x) const { return x; }
};

struct Relu {
  V operator()(V x) const { return hn::Max(x, hn::Zero(D())); }
  float operator()(float x) const { return std::max(x, 0.0f); }
};

struct Swish {
  V operator()(V x) const {
    const D d;
    const V one = hn::Set(d, 1.0f);
    return hn::Div(x, hn::Add(one, hn::Exp(d, hn::Neg(x))));
  }
  float operator()(float x) const { return x / (1.0f + std::exp(-x)); }
};

// Highway has no error function; models with gelu are rare here.
struct Gelu {
  float operator()(float x) const {
    return 0.5f * x * (1.0f + std::erf(x * 0.70710678f));
  }
  V operator()(V x) const {
    const D d;
    HWY_ALIGN float lanes[hn::MaxLanes(D())];
    hn::Store(x, d, lanes);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
      lanes[i] = (*this)(lanes[i]);
    }
    return hn::Load(d, lanes);
  }
};

template <bool kAccumulate, typename Activation>
void DequantizeRow(const int32_t* products, float row_scale,
                   const QuantizedProducts& block, Activation activation,
                   float* output) {
  const D d;
  const hn::RebindToSigned<D> di;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto width = static_cast<int64_t>(block.bias.size());
  const float* column_scales = block.column_scales.data();
  const float* bias = block.bias.data();
  const V row_scales = hn::Set(d, row_scale);
  int64_t c = 0;
  for (; c + lanes <= width; c += lanes) {
    const V product = hn::ConvertTo(d, hn::LoadU(di, products + c));
    const V scale = hn::Mul(row_scales, hn::LoadU(d, column_scales + c));
    V value = activation(hn::MulAdd(product, scale, hn::LoadU(d, bias + c)));
    if (kAccumulate) {
      value = hn::Add(value, hn::LoadU(d, output + c));
    }
    hn::StoreU(value, d, output + c);
  }
  for (; c < width; ++c) {
    const float value = activation(static_cast<float>(products[c]) *
                                       (row_scale * column_scales[c]) +
                                   bias[c]);
    output[c] = kAccumulate ? output[c] + value : value;
  }
}

template <typename Activation>
void DequantizeRows(const QuantizedProducts& block, bool accumulate,
                    Activation activation, float* output, int64_t stride) {
  const auto width = static_cast<int64_t>(block.bias.size());
  for (int64_t r = 0; r < block.rows; ++r) {
    const int32_t* products = block.products + r * width;
    const float scale = block.row_scales[static_cast<std::size_t>(r)];
    float* row = output + r * stride;
    if (accumulate) {
      DequantizeRow<true>(products, scale, block, activation, row);
    } else {
      DequantizeRow<false>(products, scale, block, activation, row);
    }
  }
}

void DequantizeBlock(const QuantizedProducts& block,
                     const MatmulEpilogue& epilogue, float* output,
                     int64_t stride) {
  switch (epilogue.activation) {
    case MatmulActivation::kNone:
      return DequantizeRows(block, epilogue.accumulate, Identity(), output,
                            stride);
    case MatmulActivation::kRelu:
      return DequantizeRows(block, epilogue.accumulate, Relu(), output, stride);
    case MatmulActivation::kGelu:
      return DequantizeRows(block, epilogue.accumulate, Gelu(), output, stride);
    case MatmulActivation::kSwish:
      return DequantizeRows(block, epilogue.accumulate, Swish(), output,
                            stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(QuantizeAllRows);
HWY_EXPORT(DequantizeBlock);

void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales) {
  HWY_DYNAMIC_DISPATCH(QuantizeAllRows)(values, rows, width, quantized, scales);
}

void DequantizeProducts(const QuantizedProducts& block,
                        const MatmulEpilogue& epilogue, float* output,
                        int64_t stride) {
  HWY_DYNAMIC_DISPATCH(DequantizeBlock)(block, epilogue, output, stride);
}

}  // namespace interpres
#endif  // HWY_ONCE
