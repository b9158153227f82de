// Protocol Buffers messages from arbitrary bytes, for fuzzing: more of them get
// past the parser, and to the limits of their fields, than of the bytes as
// such.

#ifndef INTERPRES_TESTS_TESTING_MESSAGE_MAKER_H_
#define INTERPRES_TESTS_TESTING_MESSAGE_MAKER_H_

#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace interpres {

// Bytes that decide; past their end all are 0.
class Choices {
 public:
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool Empty() const { return next_ >= bytes_.size(); }
  uint8_t Byte();
  // Little-endian.
  uint64_t Word(int bytes);
  // At most `most` bytes.
  std::string Bytes(std::size_t most);
  std::span<const uint8_t> Rest() const;

 private:
  std::span<const uint8_t> bytes_;
  std::size_t next_ = 0;
};

// The usual values of a string field.
using Words = std::span<const std::string_view>;

// Sets the fields that the choices select, independent of their names, to
// values at and beyond the edges or to any other values. Strings are UTF-8. At
// most `max_elements` of a repeated field.
void FillMessage(Choices& choices, Words words, int max_elements,
                 google::protobuf::Message& message);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_MESSAGE_MAKER_H_
