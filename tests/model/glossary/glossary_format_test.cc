#include "model/glossary/glossary_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(const GlossaryHeader& header, const std::string& content,
                    const GlossaryLimits& limits = {}) {
  const absl::Status status = ParseGlossary(header, content, limits).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

const GlossaryHeader kEnglishSpanish = {.format = GlossaryFormat::kTsv,
                                        .source_language = "en",
                                        .target_language = "es"};

TEST(GlossaryFormatTest, TheHeaderHasTheLanguages) {
  const absl::StatusOr<std::vector<GlossaryTable>> tables =
      ParseGlossary(kEnglishSpanish, "cat\tgato\n", {});
  ASSERT_TRUE(tables.ok()) << tables.status();
  ASSERT_EQ(tables->size(), 1U);
  EXPECT_EQ(tables->front().source_language, "en");
  EXPECT_EQ(tables->front().target_language, "es");
  EXPECT_EQ(tables->front().terms.front().target, "gato");
}

TEST(GlossaryFormatTest, EachFormatHasItsParserAndItsEnding) {
  GlossaryHeader header = kEnglishSpanish;
  EXPECT_THAT(ErrorOf(header, "cat,gato\n"), HasSubstr("1 columns"));
  header.format = GlossaryFormat::kCsv;
  EXPECT_TRUE(ParseGlossary(header, "cat,gato\n", {}).ok());
  EXPECT_THAT(ErrorOf({.format = GlossaryFormat::kTbx}, "cat,gato\n"),
              HasSubstr("XML"));
  for (const char* name : {"tsv", "csv", "tbx"}) {
    ASSERT_TRUE(FormatOfExtension(name).has_value());
    EXPECT_EQ(ExtensionOf(*FormatOfExtension(name)), name);
  }
  EXPECT_FALSE(FormatOfExtension("txt").has_value());
}

TEST(GlossaryFormatTest, WrongHeadersAreRefused) {
  EXPECT_THAT(ErrorOf({.target_language = "es"}, "a\tb\n"),
              HasSubstr("source_language is \"\""));
  EXPECT_THAT(ErrorOf({.source_language = "en", .target_language = "e s"}, ""),
              HasSubstr("target_language is \"e s\""));
  EXPECT_THAT(ErrorOf({.source_language = "en", .target_language = "en"}, ""),
              HasSubstr("expected two languages"));
  EXPECT_THAT(
      ErrorOf({.format = GlossaryFormat::kTbx, .source_language = "en"}, ""),
      HasSubstr("expected neither for TBX"));
}

TEST(GlossaryFormatTest, LargeFilesAreRefused) {
  GlossaryLimits limits;
  limits.max_bytes = 4;
  EXPECT_TRUE(ParseGlossary(kEnglishSpanish, "a\tb\n", limits).ok());
  EXPECT_THAT(ErrorOf(kEnglishSpanish, "a\tbc\n", limits),
              HasSubstr("the glossary has 5 bytes; expected at most 4"));
}

}  // namespace
}  // namespace interpres
