#include "model/checkpoint/json_document.h"

#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

TEST(QuotedTest, EscapesAndShortens) {
  EXPECT_EQ(Quoted("it's \"x\"\n"), "\"it's \\\"x\\\"\\u000a\"");
  EXPECT_EQ(Quoted(std::string(80, 'x')), '"' + std::string(80, 'x') + '"');
  EXPECT_EQ(Quoted(std::string(81, 'x')),
            '"' + std::string(80, 'x') + "\"... (81 bytes)");
}

TEST(QuotedTest, ACutCharacterStaysUtf8) {
  EXPECT_EQ(Quoted(std::string(79, 'x') + "\xc3\xb1"),
            '"' + std::string(79, 'x') + "\xef\xbf\xbd\"... (81 bytes)");
}

}  // namespace
}  // namespace interpres
