#include "model/document/message_leaves.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Leaves(std::string_view message) {
  std::vector<std::string> leaves;
  for (const ByteSpan leaf : FindMessageLeaves(message)) {
    leaves.emplace_back(BytesOf(message, leaf));
  }
  return leaves;
}

TEST(MessageLeavesTest, FindsBranches) {
  EXPECT_THAT(Leaves("{n, plural, one {# file} other {# files}}"),
              ElementsAre("# file", "# files"));
  EXPECT_THAT(Leaves("{n,plural,offset:1 =0{none}other{# of {x}}}"),
              ElementsAre("none", "# of {x}"));
  EXPECT_THAT(Leaves("{g, select, male {He} other {They}}"),
              ElementsAre("He", "They"));
  EXPECT_THAT(Leaves("{n, selectordinal, one {#st} other {#th}}"),
              ElementsAre("#st", "#th"));
}

TEST(MessageLeavesTest, FindsNestedBranchesAndTextAround) {
  EXPECT_THAT(
      Leaves("You {g, select, other {have {n, plural, one {a} other {b}} !}}."),
      ElementsAre("You ", "have ", "a", "b", " !", "."));
  EXPECT_THAT(Leaves("Hello {name}, {d, date, short}"),
              ElementsAre("Hello {name}, {d, date, short}"));
}

TEST(MessageLeavesTest, ObeysApostrophes) {
  EXPECT_THAT(Leaves("{n, plural, other {it''s '{x}' don't}}"),
              ElementsAre("it''s '{x}' don't"));
  EXPECT_THAT(Leaves("{n, plural, other {a '}' b '{it''s}' c}}"),
              ElementsAre("a '}' b '{it''s}' c"));
}

TEST(MessageLeavesTest, MalformedMessagesHaveNoLeaves) {
  for (const std::string_view message :
       {"", "{", "}", "{}", "{n", "{n,", "{n,}", "{n, plural}",
        "{n, plural, one {x}}", "{n, plural, other x}", "{n, plural, other {x}",
        "{n, plural, {x}}", "a } b", "{n, plural, other {x}}}", "{,plural}",
        "{n, select, other '{x}'}"}) {
    EXPECT_THAT(Leaves(message), IsEmpty()) << message;
  }
}

TEST(MessageLeavesTest, DeepMessagesAreMalformed) {
  std::string message = "x";
  for (int i = 0; i < 32; ++i) {
    message = "{n,plural,other{" + message + "}}";
  }
  EXPECT_THAT(Leaves(message), ElementsAre("x"));
  EXPECT_THAT(Leaves("{n,plural,other{" + message + "}}"), IsEmpty());
}

std::vector<std::string> Arguments(std::string_view text) {
  std::vector<std::string> found;
  for (const MessageArgument& argument : FindMessageArguments(text)) {
    found.emplace_back(BytesOf(text, argument.span));
    for (const ByteSpan leaf : argument.leaves) {
      found.push_back("- " + std::string(BytesOf(text, leaf)));
    }
  }
  return found;
}

TEST(MessageArgumentsTest, FindsArgumentsInAnyText) {
  EXPECT_THAT(
      Arguments("a } {x} {n, plural,\n  one {# cat}\n  other {# cats}\n} {"),
      ElementsAre("{n, plural,\n  one {# cat}\n  other {# cats}\n}", "- # cat",
                  "- # cats"));
  EXPECT_THAT(Arguments("{g,select,other{A}}{g,select,other{B {d, date}}}"),
              ElementsAre("{g,select,other{A}}", "- A",
                          "{g,select,other{B {d, date}}}", "- B {d, date}"));
  EXPECT_THAT(Arguments("{g, select, other {a {n, plural, other {b}} c}}"),
              ElementsAre("{g, select, other {a {n, plural, other {b}} c}}",
                          "- a ", "- b", "-  c"));
  EXPECT_THAT(Arguments("Say {name}, {d, date, short} {a, b}"), IsEmpty());
}

TEST(MessageArgumentsTest, FindsOneBehindAMalformedOne) {
  EXPECT_THAT(Arguments("{n, plural, one {x}} {n, plural, other {y}}"),
              ElementsAre("{n, plural, other {y}}", "- y"));
}

TEST(MessageArgumentsTest, GivesUpAfterManyMalformedOnes) {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    text += "{n, plural, one {'{ }} ";
  }
  EXPECT_THAT(Arguments(text + "'}' {n, plural, other {y}}"), IsEmpty());
}

}  // namespace
}  // namespace interpres
