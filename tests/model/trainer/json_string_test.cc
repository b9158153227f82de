#include "model/trainer/json_string.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(JsonStringTest, EscapesAndReplacesInvalidBytes) {
  EXPECT_EQ(JsonString("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\u000a\\u0001\"");
  EXPECT_EQ(JsonString("\xc3\xb1\xff!"), "\"\xc3\xb1\xef\xbf\xbd!\"");
}

}  // namespace
}  // namespace interpres
