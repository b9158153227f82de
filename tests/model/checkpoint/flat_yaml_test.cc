#include "model/checkpoint/flat_yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

FlatYaml ParseYaml(const std::string& text) {
  auto yaml = FlatYaml::Parse(text, "m.yml");
  EXPECT_TRUE(yaml.ok()) << yaml.status();
  return *std::move(yaml);
}

std::string YamlMessage(const std::string& text) {
  const auto yaml = FlatYaml::Parse(text, "m.yml");
  return yaml.ok() ? "ok" : std::string(yaml.status().message());
}

TEST(FlatYamlTest, ReadsWhatMarianWrites) {
  const FlatYaml yaml = ParseYaml(
      "---\n# a comment\ntype: transformer\r\nenc-depth: 6  # layers\n"
      "tied: true\nrate: 0.5\nempty: \"\"\nnothing:\ntied-layers:\n  []\n"
      "dim-vocabs:\n  - 91\n  - 92\nmodels: [a.npz, 'b''s.npz']\n"
      "vocabs:\n- x.yml\n- \"y\\u00e9.yml\"\nsymbol: \"[eos]\"\n...\n");
  EXPECT_EQ(*yaml.String("type", "?"), "transformer");
  EXPECT_EQ(*yaml.Integer("enc-depth", 1), 6);
  EXPECT_EQ(*yaml.Boolean("tied", false), true);
  EXPECT_EQ(*yaml.Number("rate", 1.0), 0.5);
  EXPECT_EQ(*yaml.String("empty", "?"), "");
  EXPECT_EQ(*yaml.String("nothing", "?"), "?");
  EXPECT_EQ(*yaml.String("symbol", "?"), "[eos]");
  EXPECT_THAT(*yaml.List("tied-layers"), IsEmpty());
  EXPECT_THAT(*yaml.List("dim-vocabs"), ElementsAre("91", "92"));
  EXPECT_THAT(*yaml.List("models"), ElementsAre("a.npz", "b's.npz"));
  EXPECT_THAT(*yaml.List("vocabs"), ElementsAre("x.yml", "y\u00e9.yml"));
  EXPECT_THAT(*yaml.List("type"), ElementsAre("transformer"));
}

TEST(FlatYamlTest, AbsentKeysHaveTheDefault) {
  const FlatYaml yaml = ParseYaml("");
  EXPECT_EQ(*yaml.String("a", "x"), "x");
  EXPECT_EQ(*yaml.Boolean("a", true), true);
  EXPECT_EQ(*yaml.Integer("a", 7), 7);
  EXPECT_EQ(*yaml.Number("a", 7.5), 7.5);
  EXPECT_THAT(*yaml.List("a"), IsEmpty());
  EXPECT_FALSE(yaml.Has("a"));
}

TEST(FlatYamlTest, ValuesOfAnotherTypeAreErrors) {
  const FlatYaml yaml = ParseYaml("a: x\nb: [1]\nc: nan\n");
  EXPECT_EQ(yaml.Integer("a", 0).status().message(),
            "m.yml: a is \"x\"; expected an integer");
  EXPECT_THAT(yaml.Boolean("a", false).status().message(),
              HasSubstr("expected true or false"));
  EXPECT_THAT(yaml.String("b", "").status().message(),
              HasSubstr("b is a list or a map; expected one value"));
  EXPECT_THAT(yaml.Number("c", 0).status().message(),
              HasSubstr("expected a number"));
}

// Only asking for the key is an error.
TEST(FlatYamlTest, OtherMapsAreKeptOut) {
  const FlatYaml yaml = ParseYaml(
      "a:\n  b: 1\n  c:\n    - 2\nd: {e: 1}\nf:\n  - g: 1\n  -\n    - h\nz: "
      "3\n");
  EXPECT_EQ(*yaml.Integer("z", 0), 3);
  EXPECT_FALSE(yaml.String("a", "").ok());
  EXPECT_FALSE(yaml.List("a").ok());
  EXPECT_FALSE(yaml.String("d", "").ok());
  EXPECT_FALSE(yaml.Has("b"));
}

TEST(FlatYamlTest, OtherTextIsAnError) {
  EXPECT_EQ(YamlMessage("a: 1\na: 2\n"),
            "m.yml: line 2 is \"a: 2\"; expected each key once");
  EXPECT_THAT(YamlMessage("word\n"),
              HasSubstr("line 1 is \"word\"; expected KEY"));
  EXPECT_THAT(YamlMessage(": 1\n"), HasSubstr("expected KEY"));
  EXPECT_THAT(YamlMessage("- a\n"), HasSubstr("expected an item below a key"));
  EXPECT_THAT(YamlMessage("a: 1\n- b\n"),
              HasSubstr("below a key without a value"));
  EXPECT_THAT(YamlMessage("a: [1,\n 2]\n"), HasSubstr("a list that ends"));
  EXPECT_THAT(YamlMessage("  a\n"), HasSubstr("a key without spaces before"));
  EXPECT_THAT(YamlMessage("a: \"x\n"), HasSubstr("expected a scalar"));
  EXPECT_THAT(YamlMessage("a: 'x\n"), HasSubstr("expected a scalar"));
  EXPECT_THAT(YamlMessage("a: x\n  y\n"), HasSubstr("a value on one line"));
  EXPECT_THAT(YamlMessage("a: \xff\n"), HasSubstr("byte 3 is not UTF-8"));
}

TEST(FlatYamlTest, ScalarsHaveQuotesAndEscapes) {
  const auto scalar = [](const std::string& text) {
    const auto parsed = FlatYaml::ParseScalar(text);
    return parsed.ok() ? *parsed : "error";
  };
  EXPECT_EQ(scalar("plain"), "plain");
  EXPECT_EQ(scalar("'it''s'"), "it's");
  EXPECT_EQ(scalar("\"a\\\"b\\\\c\\n\\t\""), "a\"b\\c\n\t");
  EXPECT_EQ(scalar("\"\\x41\\u00e9\\u20ac\\U0001F600\""),
            "A\u00e9\u20ac\U0001F600");
  for (const char* bad : {"\"", "'", "\"a\"b\"", "\"\\q\"", "\"\\x4\"",
                          "\"\\ud800\"", "\"\\U00110000\"", "'a'b'", "\"\\"}) {
    EXPECT_EQ(scalar(bad), "error") << bad;
  }
}

}  // namespace
}  // namespace interpres
