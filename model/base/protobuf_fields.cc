#include "model/base/protobuf_fields.h"

#include <limits>

namespace interpres {

bool ProtobufFields::Next() {
  if (rest_.empty()) {
    return false;
  }
  malformed_ = !ReadField();
  return !malformed_;
}

bool ProtobufFields::ReadField() {
  value_ = {};
  const std::optional<uint64_t> key = Varint();
  // The library would read the low 32 bits of a longer key.
  if (!key.has_value() || *key > std::numeric_limits<uint32_t>::max()) {
    return false;
  }
  field_ = *key >> 3;
  switch (*key & 7) {
    case 0:
      return Varint().has_value();
    case 1:
      return Take(8);
    case 2: {
      const std::optional<uint64_t> length = Varint();
      return length.has_value() && Take(*length);
    }
    case 5:
      return Take(4);
    default:
      return false;
  }
}

std::optional<uint64_t> ProtobufFields::Varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7fu) << shift;
    if (byte < 0x80) {
      return value;
    }
  }
  return std::nullopt;
}

bool ProtobufFields::Take(uint64_t length) {
  if (length > rest_.size()) {
    return false;
  }
  value_ = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return true;
}

}  // namespace interpres
