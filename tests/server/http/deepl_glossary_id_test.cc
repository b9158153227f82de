#include "server/http/deepl_glossary_id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "server/glossary/glossary_file_name.h"

namespace interpres {
namespace {

bool Unused(const std::string& /*id*/) { return false; }

TEST(DeepLGlossaryIdTest, AnIdIsANameOfThisServerAndHasTheName) {
  for (const char* name :
       {"products", "My glossary", "weblate:1:en:es", "año", "_", "0", "00",
        "-a-", " a", "a__2", "a_20", "\xF0\x9F\x98\x80"}) {
    const auto id = DeepLGlossaryId(name, Unused);
    ASSERT_TRUE(id.ok()) << name;
    EXPECT_TRUE(CheckGlossaryName(*id).ok()) << *id;
    EXPECT_EQ(DeepLGlossaryName(*id), name) << *id;
  }
  EXPECT_EQ(*DeepLGlossaryId("products", Unused), "products");
}

TEST(DeepLGlossaryIdTest, ANameMayOccurTwice) {
  std::set<std::string> used;
  for (int i = 0; i < 3; ++i) {
    const auto id = DeepLGlossaryId(
        "a b", [&used](const std::string& one) { return used.contains(one); });
    ASSERT_TRUE(id.ok());
    EXPECT_TRUE(used.insert(*id).second);
    EXPECT_EQ(DeepLGlossaryName(*id), "a b");
  }
}

TEST(DeepLGlossaryIdTest, OtherIdsAreTheirNames) {
  for (const char* id : {"of_the_operator", "a_2", "a_ff", "a_zz_20"}) {
    EXPECT_EQ(DeepLGlossaryName(id), id);
  }
}

TEST(DeepLGlossaryIdTest, ANameMustFit) {
  EXPECT_FALSE(DeepLGlossaryId("", Unused).ok());
  EXPECT_TRUE(DeepLGlossaryId(std::string(64, 'a'), Unused).ok());
  EXPECT_THAT(
      std::string(
          DeepLGlossaryId(std::string(65, 'a'), Unused).status().message()),
      testing::HasSubstr("shorten"));
  EXPECT_FALSE(DeepLGlossaryId(std::string(22, ' '), Unused).ok());
}

}  // namespace
}  // namespace interpres
