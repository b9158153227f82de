#include "model/checkpoint/json_scalars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(JsonScalarsTest, FlattensNestedObjects) {
  const auto scalars = ParseJsonScalars(
      R"({"event":"x","n":3,"a":{"b":{"c":-0.5,"d":"\u00f1"}},"z":null,)"
      R"("l":[1],"t":true})",
      "log");
  ASSERT_TRUE(scalars.ok()) << scalars.status();
  EXPECT_THAT(scalars->numbers, ElementsAre(Pair("a/b/c", -0.5), Pair("n", 3)));
  EXPECT_THAT(scalars->strings,
              ElementsAre(Pair("a/b/d", "\xc3\xb1"), Pair("event", "x")));
}

TEST(JsonScalarsTest, NamesThePlaceOfAnError) {
  const auto torn = ParseJsonScalars(R"({"event":"tra)", "log.jsonl:7");
  EXPECT_EQ(torn.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(torn.status().message(), HasSubstr("log.jsonl:7"));
  EXPECT_FALSE(ParseJsonScalars("[1]", "x").ok());
}

TEST(JsonScalarsTest, WritesStrings) {
  EXPECT_EQ(JsonObjectOf({}), "{}");
  EXPECT_EQ(JsonObjectOf({{"a", "\"\n"}, {"b", "\xc3\xb1\xff"}}),
            "{\"a\":\"\\\"\\n\",\"b\":\"\xc3\xb1\xef\xbf\xbd\"}");
}

}  // namespace
}  // namespace interpres
