#include "model/checkpoint/float_conversion.h"

#include <bit>
#include <cstring>

namespace interpres {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors data is copied as it is: little-endian only");

constexpr uint32_t kFloatSign = 0x80000000u;
constexpr uint32_t kFloatInfinity = 0x7f800000u;
constexpr uint16_t kHalfInfinity = 0x7c00u;

// Drops the low `shift` bits, rounding to nearest, ties to even.
constexpr uint32_t RoundShift(uint32_t value, int shift) {
  const uint32_t half = 1u << (shift - 1);
  const uint32_t odd = (value >> shift) & 1u;
  return (value + half - 1u + odd) >> shift;
}

// Reads numbers of the type Stored and writes convert(number).
template <typename Stored, typename Convert>
void DecodeWith(Convert convert, std::span<const std::byte> data,
                std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Stored stored = 0;
    std::memcpy(&stored, data.data() + i * sizeof(stored), sizeof(stored));
    out[i] = convert(stored);
  }
}

}  // namespace

float HalfToFloat(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t exponent = (half >> 10) & 0x1fu;
  const uint32_t mantissa = half & 0x3ffu;
  if (exponent == 0x1f) {
    return std::bit_cast<float>(sign | kFloatInfinity | (mantissa << 13));
  }
  if (exponent == 0) {
    // Zero or subnormal: mantissa * 2^-24 is exact in float32.
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) |
                              (mantissa << 13));
}

uint16_t FloatToHalf(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint16_t sign = static_cast<uint16_t>((bits & kFloatSign) >> 16);
  const uint32_t magnitude = bits & ~kFloatSign;
  if (magnitude > kFloatInfinity) {
    return sign | kHalfInfinity | 0x200u;  // a quiet NaN
  }
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  if (exponent > 15) {
    return sign | kHalfInfinity;
  }
  if (exponent >= -14) {
    // Rounding may carry into the exponent, up to infinity: that is right.
    return static_cast<uint16_t>(sign +
                                 RoundShift(magnitude - (112u << 23), 13));
  }
  if (exponent < -25) {
    return sign;  // below half of the smallest subnormal
  }
  const uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
  return static_cast<uint16_t>(sign + RoundShift(mantissa, -1 - exponent));
}

float BFloat16ToFloat(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t FloatToBFloat16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & ~kFloatSign) > kFloatInfinity) {
    return static_cast<uint16_t>((bits >> 16) | 0x40u);  // a quiet NaN
  }
  return static_cast<uint16_t>(RoundShift(bits, 16));
}

void DecodeFloats(DataType type, std::span<const std::byte> data,
                  std::span<float> out) {
  if (out.empty()) {
    return;
  }
  constexpr auto kToFloat = [](auto number) {
    return static_cast<float>(number);
  };
  switch (type) {
    case DataType::kFloat32:
      std::memcpy(out.data(), data.data(), out.size_bytes());
      break;
    case DataType::kFloat16:
      DecodeWith<uint16_t>(HalfToFloat, data, out);
      break;
    case DataType::kBFloat16:
      DecodeWith<uint16_t>(BFloat16ToFloat, data, out);
      break;
    case DataType::kInt16:
      DecodeWith<int16_t>(kToFloat, data, out);
      break;
    case DataType::kInt8:
      DecodeWith<int8_t>(kToFloat, data, out);
      break;
  }
}

void EncodeFloats(DataType type, std::span<const float> values,
                  std::span<std::byte> out) {
  if (values.empty()) {
    return;
  }
  if (type == DataType::kFloat32) {
    std::memcpy(out.data(), values.data(), values.size_bytes());
    return;
  }
  const auto convert =
      type == DataType::kFloat16 ? FloatToHalf : FloatToBFloat16;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const uint16_t bits = convert(values[i]);
    std::memcpy(out.data() + 2 * i, &bits, sizeof(bits));
  }
}

}  // namespace interpres
