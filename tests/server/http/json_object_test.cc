#include "server/http/json_object.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(JsonObjectTest, ReadsScalarsAndArrays) {
  Parameters parameters;
  ASSERT_TRUE(ReadJsonObject(R"({"q": ["a", "b\u00e9"], "n": 3, "x": -1.5,
                                 "t": true, "s": "text", "none": null})",
                             parameters)
                  .ok());
  EXPECT_TRUE(parameters.Find("q")->is_array);
  EXPECT_THAT(parameters.Find("q")->values, ElementsAre("a", "b\xC3\xA9"));
  EXPECT_EQ(parameters.First("n"), "3");
  EXPECT_EQ(parameters.First("x"), "-1.5");
  EXPECT_EQ(parameters.First("t"), "true");
  EXPECT_FALSE(parameters.Find("s")->is_array);
  EXPECT_EQ(parameters.First("none"), "");
}

TEST(JsonObjectTest, ObjectsWithinHaveNoEffect) {
  Parameters parameters;
  ASSERT_TRUE(ReadJsonObject(R"({"a": {"q": "x", "b": ["y"]},
                                 "q": [["deep"], {"z": 1}, null]})",
                             parameters)
                  .ok());
  EXPECT_THAT(parameters.Find("q")->values, IsEmpty());
  EXPECT_THAT(parameters.Find("a")->values, IsEmpty());
  EXPECT_EQ(parameters.Find("b"), nullptr);
}

TEST(JsonObjectTest, AnElementBetweenTextsIsNotDropped) {
  for (const char* text :
       {R"({"q": ["a", null]})", R"({"q": [{"q": "x"}, "a"]})",
        R"({"q": ["a", ["b"], "c"]})"}) {
    Parameters parameters;
    const absl::Status read = ReadJsonObject(text, parameters);
    EXPECT_TRUE(absl::IsInvalidArgument(read)) << text;
    EXPECT_THAT(std::string(read.message()), HasSubstr("expected texts"));
  }
}

TEST(JsonObjectTest, BoundsTheMembersAndElements) {
  std::string elements = R"({"q": ["")";
  std::string members = R"({"q": "")";
  for (int i = 0; i < 10000; ++i) {
    elements += R"(,"")";
    members += ",\"m" + std::to_string(i) + "\":0";
  }
  for (const std::string& text : {elements + "]}", members + "}"}) {
    Parameters parameters;
    const absl::Status read = ReadJsonObject(text, parameters);
    EXPECT_TRUE(absl::IsInvalidArgument(read));
    EXPECT_THAT(std::string(read.message()), HasSubstr("10000"));
  }
}

TEST(JsonObjectTest, TheLastMemberOfANameCounts) {
  Parameters parameters;
  ASSERT_TRUE(ReadJsonObject(R"({"q": ["a"], "q": "b"})", parameters).ok());
  EXPECT_THAT(parameters.Find("q")->values, ElementsAre("b"));
  EXPECT_FALSE(parameters.Find("q")->is_array);
}

TEST(JsonObjectTest, RefusesWhatIsNoObject) {
  for (const char* text :
       {"", "[]", "\"q\"", "1", "null", "{", "{\"q\"", "{\"q\": }", "{} x",
        "{'q': 1}", "{\"q\": \"\xff\"}", "{\"q\": \"\\ud800\"}"}) {
    Parameters parameters;
    EXPECT_TRUE(absl::IsInvalidArgument(ReadJsonObject(text, parameters)))
        << text;
  }
}

TEST(JsonObjectTest, ADeepTextNeedsNoStack) {
  Parameters parameters;
  EXPECT_FALSE(
      ReadJsonObject("{\"q\":" + std::string(1 << 20, '['), parameters).ok());
}

}  // namespace
}  // namespace interpres
