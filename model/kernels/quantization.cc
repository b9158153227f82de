#include "model/kernels/quantization.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

// One vector of a row. kLimited: the values may exceed the range.
template <bool kLimited>
HWY_INLINE void QuantizeVector(const float* values, V factors,
                               int8_t* quantized) {
  const D d;
  const hn::Rebind<int8_t, D> bytes;
  V scaled = hn::Mul(hn::LoadU(d, values), factors);
  if (kLimited) {
    scaled = hn::Min(scaled, hn::Set(d, kLargest));
    scaled = hn::Max(scaled, hn::Set(d, -kLargest));
  }
  hn::StoreU(hn::DemoteTo(bytes, hn::NearestInt(scaled)), bytes, quantized);
}

template <bool kLimited>
void QuantizeRow(const float* row, int64_t width, float factor,
                 int8_t* quantized) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const V factors = hn::Set(d, factor);
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    QuantizeVector<kLimited>(row + i, factors, quantized + i);
  }
  if (i < width) {
    // The same instructions for the rest: they define a byte for every value,
    // a conversion in C++ only for values between -128 and 127.
    constexpr std::size_t kMaxLanes = hn::MaxLanes(D());
    float rest[kMaxLanes] = {};
    int8_t rest_quantized[kMaxLanes] = {};
    std::copy(row + i, row + width, rest);
    QuantizeVector<kLimited>(rest, factors, rest_quantized);
    std::copy(rest_quantized, rest_quantized + (width - i), quantized + i);
  }
}

void QuantizeAllRows(const float* values, int64_t rows, int64_t width,
                     int8_t* quantized, float* scales) {
  for (int64_t r = 0; r < rows; ++r) {
    const float largest = LargestMagnitude(values + r * width, width);
    const float factor = kLargest / largest;
    const bool too_small = factor == std::numeric_limits<float>::infinity();
    scales[r] = too_small ? 0.0f : largest / kLargest;
    QuantizeRow<false>(values + r * width, width, too_small ? 0.0f : factor,
                       quantized + r * width);
  }
}

void QuantizeAllRowsBy(std::span<const float> multipliers, const float* values,
                       int64_t width, int8_t* quantized) {
  for (const float multiplier : multipliers) {
    QuantizeRow<true>(values, width, multiplier, quantized);
    values += width;
    quantized += width;
  }
}

// The activations.
struct Identity {
  V operator()(V x) const { return x; }
};

struct Relu {
  V operator()(V x) const { return hn::Max(x, hn::Zero(D())); }
};

struct Swish {
  V operator()(V x) const {
    const D d;
    const V one = hn::Set(d, 1.0f);
    return hn::Div(x, hn::Add(one, hn::Exp(d, hn::Neg(x))));
  }
};

struct QuickGelu {
  V operator()(V x) const {
    const D d;
    const V one = hn::Set(d, 1.0f);
    const V factor = hn::Set(d, -kQuickGeluFactor);
    return hn::Div(x, hn::Add(one, hn::Exp(d, hn::Mul(x, factor))));
  }
};

// Highway has no error function; models with gelu are rare here.
struct Gelu {
  V operator()(V x) const {
    const D d;
    HWY_ALIGN float lanes[hn::MaxLanes(D())];
    hn::Store(x, d, lanes);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
      lanes[i] *= 0.5f * (1.0f + std::erf(lanes[i] * 0.70710678f));
    }
    return hn::Load(d, lanes);
  }
};

// Products of a row from some column on, and what belongs to the columns.
struct RowProducts {
  const int32_t* products;
  const float* scales;
  const float* bias;
};

// One vector of a row.
template <bool kAccumulate, typename Activation>
HWY_INLINE void DequantizeVector(const RowProducts& row, V row_scales,
                                 Activation activation, float* output) {
  const D d;
  const hn::RebindToSigned<D> di;
  const V product = hn::ConvertTo(d, hn::LoadU(di, row.products));
  const V scale = hn::Mul(row_scales, hn::LoadU(d, row.scales));
  V value = activation(hn::MulAdd(product, scale, hn::LoadU(d, row.bias)));
  if (kAccumulate) {
    value = hn::Add(value, hn::LoadU(d, output));
  }
  hn::StoreU(value, d, output);
}

template <bool kAccumulate, typename Activation>
void DequantizeRow(const int32_t* products, float row_scale,
                   const QuantizedProducts& block, Activation activation,
                   float* output) {
  const D d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto width = static_cast<int64_t>(block.bias.size());
  const float* column_scales = block.column_scales.data();
  const float* bias = block.bias.data();
  const V row_scales = hn::Set(d, row_scale);
  int64_t c = 0;
  for (; c + lanes <= width; c += lanes) {
    DequantizeVector<kAccumulate>(
        RowProducts{products + c, column_scales + c, bias + c}, row_scales,
        activation, output + c);
  }
  if (c < width) {
    // The same instructions for the rest: an output's bits must not depend on
    // its column, since a shortlist moves it.
    constexpr std::size_t kMaxLanes = hn::MaxLanes(D());
    int32_t rest_products[kMaxLanes] = {};
    float rest_scales[kMaxLanes] = {};
    float rest_bias[kMaxLanes] = {};
    float rest[kMaxLanes] = {};
    std::copy(products + c, products + width, rest_products);
    std::copy(column_scales + c, column_scales + width, rest_scales);
    std::copy(bias + c, bias + width, rest_bias);
    std::copy(output + c, output + width, rest);
    DequantizeVector<kAccumulate>(
        RowProducts{rest_products, rest_scales, rest_bias}, row_scales,
        activation, rest);
    std::copy(rest, rest + (width - c), output + c);
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
    case MatmulActivation::kQuickGelu:
      return DequantizeRows(block, epilogue.accumulate, QuickGelu(), output,
                            stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(QuantizeAllRows);
HWY_EXPORT(QuantizeAllRowsBy);
HWY_EXPORT(DequantizeBlock);

void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales) {
  HWY_DYNAMIC_DISPATCH(QuantizeAllRows)(values, rows, width, quantized, scales);
}

void QuantizeRowsBy(std::span<const float> multipliers, const float* values,
                    int64_t width, int8_t* quantized) {
  HWY_DYNAMIC_DISPATCH(QuantizeAllRowsBy)
  (multipliers, values, width, quantized);
}

void DequantizeProducts(const QuantizedProducts& block,
                        const MatmulEpilogue& epilogue, float* output,
                        int64_t stride) {
  HWY_DYNAMIC_DISPATCH(DequantizeBlock)(block, epilogue, output, stride);
}

}  // namespace interpres
#endif  // HWY_ONCE
