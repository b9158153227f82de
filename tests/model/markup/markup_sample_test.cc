#include "model/markup/markup_sample.h"

#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

TEST(MarkupSampleTest, PlainTextIsItsSample) {
  EXPECT_EQ(MarkupSample("a < b", {.format = TextFormat::kPlain}), "a < b");
}

TEST(MarkupSampleTest, TheSampleHasNoMarkup) {
  EXPECT_EQ(MarkupSample("<div class=\"the\"><p>Un gato &amp; un "
                         "perro.</p><script>if (x) y();</script></div>",
                         {.format = TextFormat::kHtml}),
            "Un gato & un perro.\n");
}

TEST(MarkupSampleTest, BrokenXmlHasASample) {
  EXPECT_EQ(MarkupSample("<a><b>Un gato.</a>", {.format = TextFormat::kXml}),
            "Un gato.\n");
}

TEST(MarkupSampleTest, TheSampleOfALongTextIsShort) {
  std::string page;
  while (page.size() < 1 << 20) {
    page += "<p>Año tras año.</p>";
  }
  const std::string sample = MarkupSample(page, {.format = TextFormat::kHtml});
  EXPECT_GT(sample.size(), 1000U);
  EXPECT_LT(sample.size(), 10000U);
}

}  // namespace
}  // namespace interpres
