// Reads the fields of a serialised Protocol Buffers message without its schema.

#ifndef INTERPRES_MODEL_BASE_PROTOBUF_FIELDS_H_
#define INTERPRES_MODEL_BASE_PROTOBUF_FIELDS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace interpres {

// Walks the fields of one message in their order. REQUIRES: the bytes outlive
// this object.
class ProtobufFields {
 public:
  explicit ProtobufFields(std::string_view bytes) : rest_(bytes) {}

  // Moves to the next field, at first to the first one. Returns false at the
  // end and at malformed bytes; malformed() tells which. REQUIRES: Next has not
  // returned false.
  bool Next();

  // Returns whether Next has found malformed bytes.
  bool malformed() const { return malformed_; }

  // Returns the number of the field.
  uint64_t field() const { return field_; }
  // Returns the bytes of the field, which are the content of a string or
  // message. Empty for a varint.
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
