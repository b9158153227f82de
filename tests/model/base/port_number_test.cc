#include "model/base/port_number.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(ParsePortTest, ReadsDecimalDigits) {
  EXPECT_EQ(ParsePort("0"), 0);
  EXPECT_EQ(ParsePort("1"), 1);
  EXPECT_EQ(ParsePort("00080"), 80);
  EXPECT_EQ(ParsePort("65535"), 65535);
}

TEST(ParsePortTest, RejectsOtherTexts) {
  for (const char* text :
       {"", "65536", "99999", "000080", "99999999999999999999", "-1", "-0",
        "+80", " 80", "80 ", "80x", "0x50", "https"}) {
    EXPECT_EQ(ParsePort(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace interpres
