#include "model/base/text_width.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(TextWidthTest, CountsCharactersByScript) {
  EXPECT_DOUBLE_EQ(TextWidth(""), 0.0);
  EXPECT_DOUBLE_EQ(TextWidth("ab"), 2 * 0.62);
  EXPECT_DOUBLE_EQ(TextWidth("\u00f1"), 0.68) << "one character of two bytes";
  EXPECT_DOUBLE_EQ(TextWidth("\u732b"), 1.05);
}

TEST(TextWidthTest, TheWidestLabelCounts) {
  EXPECT_DOUBLE_EQ(MaxTextWidth({}), 0.0);
  EXPECT_DOUBLE_EQ(MaxTextWidth({"a", "abc", "ab"}), 3 * 0.62);
}

}  // namespace
}  // namespace interpres
