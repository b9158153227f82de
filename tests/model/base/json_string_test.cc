#include "model/base/json_string.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(JsonStringTest, EscapesQuotesBackslashesAndControlCharacters) {
  EXPECT_EQ(JsonString(""), "\"\"");
  EXPECT_EQ(JsonString("a\"b\\c\n\x01\x7f"),
            "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\"");
}

TEST(JsonStringTest, ReplacesInvalidUtf8) {
  EXPECT_EQ(JsonString("\xc3\xb1\xff!"), "\"\xc3\xb1\xef\xbf\xbd!\"");
}

}  // namespace
}  // namespace interpres
