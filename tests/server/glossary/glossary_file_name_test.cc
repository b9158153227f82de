#include "server/glossary/glossary_file_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(GlossaryFileNameTest, HasANameAndTwoLanguages) {
  for (const char* file :
       {"products.en.es.tsv", "my_products-2.en.pt-BR.csv", "it.tbx"}) {
    const absl::StatusOr<GlossaryFileName> name = ParseGlossaryFileName(file);
    ASSERT_TRUE(name.ok()) << name.status();
    EXPECT_EQ(FileNameOf(*name), file);
  }
  const GlossaryFileName name = *ParseGlossaryFileName("a.en.pt-BR.csv");
  EXPECT_EQ(name.name, "a");
  EXPECT_EQ(name.header.source_language, "en");
  EXPECT_EQ(name.header.target_language, "pt-BR");
  EXPECT_EQ(name.header.format, GlossaryFormat::kCsv);
}

TEST(GlossaryFileNameTest, OtherFormsAreRefused) {
  for (const char* file : {"products.tsv", "products.en.tsv", "a.b.en.es.tsv",
                           "a.en.es.txt", "a.en.es.tbx", "a", "", ".tbx"}) {
    EXPECT_EQ(ParseGlossaryFileName(file).status().code(),
              absl::StatusCode::kInvalidArgument)
        << file;
  }
  EXPECT_THAT(ParseGlossaryFileName("a.en.en.tsv").status().message(),
              HasSubstr("expected two languages"));
  EXPECT_THAT(ParseGlossaryFileName("a.tsv").status().message(),
              HasSubstr("rename the file"));
}

TEST(GlossaryFileNameTest, NamesAreSafeForFiles) {
  EXPECT_TRUE(CheckGlossaryName("A-1_b").ok());
  EXPECT_TRUE(CheckGlossaryName(std::string(kMaxGlossaryName, 'a')).ok());
  for (const std::string& name :
       {std::string(), std::string("../a"), std::string("a/b"),
        std::string("a.b"), std::string("-a"), std::string("a b"),
        std::string("\xff"), std::string(kMaxGlossaryName + 1, 'a'),
        std::string("a\0b", 3)}) {
    EXPECT_EQ(CheckGlossaryName(name).code(),
              absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace
}  // namespace interpres
