// Reads the fields of a serialised Protocol Buffers message without its schema.

#ifndef INTERPRES_MODEL_BASE_PROTOBUF_FIELDS_H_
#define INTERPRES_MODEL_BASE_PROTOBUF_FIELDS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace interpres {

// Reads the fields of one serialised message, one after another in their order.
// REQUIRES: the bytes outlive this object.
class ProtobufFields {
 public:
  explicit ProtobufFields(std::string_view bytes) : rest_(bytes) {}

  // Moves to the next field. The first call moves to the first field. Returns
  // false at the end and at malformed bytes; malformed() tells which. REQUIRES:
  // Next has not returned false.
  bool Next();

  // Returns whether Next has found malformed bytes.
  bool malformed() const { return malformed_; }

  // Returns the number of the field.
  uint64_t field() const { return field_; }
  // Returns the bytes of the current field: the content of a string or message,
  // or 4 or 8 bytes of a number of fixed size. Empty for a varint, whose value
  // is discarded. REQUIRES: Next has returned true.
  std::string_view value() const { return value_; }

 private:
  bool ReadField();
  std::optional<uint64_t> Varint();
  bool Take(uint64_t length);

  std::string_view rest_;
  uint64_t field_ = 0;
  std::string_view value_;
  bool malformed_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_PROTOBUF_FIELDS_H_
