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

// A sequence of bytes that makes choices. After the end, all bytes are 0.
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

// Sets fields of `message`. `choices` selects the fields and their values:
// values at and beyond the edges, or any others. Strings are UTF-8. A repeated
// field gets at most `max_elements` elements.
void FillMessage(Choices& choices, Words words, int max_elements,
                 google::protobuf::Message& message);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_MESSAGE_MAKER_H_
