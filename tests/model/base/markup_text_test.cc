#include "model/base/markup_text.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(MarkupTextTest, EscapesMarkup) {
  EXPECT_EQ(MarkupText(""), "");
  EXPECT_EQ(MarkupText("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(MarkupText("\u00f1 \u20ac \U0001f600 '\u2581"),
            "\u00f1 \u20ac \U0001f600 '\u2581");
}

TEST(MarkupTextTest, ReplacesWhatXmlDoesNotAllow) {
  EXPECT_EQ(MarkupText("x\x01\n"), "x\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(MarkupText("\xef\xbf\xbe.\xef\xbf\xbf"),
            "\xef\xbf\xbd.\xef\xbf\xbd");
  EXPECT_EQ(MarkupText("\xff<"), "\xef\xbf\xbd&lt;");
}

}  // namespace
}  // namespace interpres
