#include "model/base/protobuf_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<std::pair<uint64_t, std::string>> FieldsOf(std::string_view bytes,
                                                       bool* malformed) {
  std::vector<std::pair<uint64_t, std::string>> result;
  ProtobufFields fields(bytes);
  while (fields.Next()) {
    result.emplace_back(fields.field(), fields.value());
  }
  *malformed = fields.malformed();
  return result;
}

TEST(ProtobufFieldsTest, EveryWireTypeIsRead) {
  const std::string bytes =
      std::string("\x0a\x02hi") +                               // 1: "hi"
      std::string("\x10\x96\x01") +                             // 2: 150
      std::string("\x1d\x00\x00\x80\x3f", 5) +                  // 3: 1.0f
      std::string("\x21\x00\x00\x00\x00\x00\x00\xf0\x3f", 9) +  // 4: 1.0
      std::string("\x2a\x00", 2);                               // 5: ""
  bool malformed = true;
  EXPECT_THAT(
      FieldsOf(bytes, &malformed),
      ElementsAre(Pair(1, "hi"), Pair(2, ""),
                  Pair(3, std::string("\x00\x00\x80\x3f", 4)),
                  Pair(4, std::string("\x00\x00\x00\x00\x00\x00\xf0\x3f", 8)),
                  Pair(5, "")));
  EXPECT_FALSE(malformed);
}

TEST(ProtobufFieldsTest, DamagedBytesEndTheWalk) {
  for (const std::string& bytes : {
           std::string("\x0a\x03hi"),         // longer than the message
           std::string("\x0a"),               // no length
           std::string("\x10\x96"),           // a varint without an end
           std::string("\x0b"),               // a group
           std::string("\x1d\x00", 2),        // 2 of 5 bytes
           std::string(11, '\xff') + "\x01",  // a key of more than 64 bits
           std::string("\xfa\xff\xff\xff\x7f\x00", 6),  // more than 32 bits
       }) {
    bool malformed = false;
    EXPECT_THAT(FieldsOf(bytes, &malformed), IsEmpty());
    EXPECT_TRUE(malformed);
  }
}

}  // namespace
}  // namespace interpres
