#include "model/document/atom_line.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;

std::vector<std::string> AtomsOf(std::string_view line) {
  const TermList terms({"Foo"});
  AtomLine scan(line, terms);
  std::vector<std::string> atoms;
  while (const std::optional<Atom> atom = scan.Next()) {
    atoms.emplace_back(BytesOf(line, atom->span));
  }
  return atoms;
}

TEST(AtomLineTest, FindsAtomsFromLeftToRight) {
  EXPECT_THAT(AtomsOf("Foo has 3 of a_b.c() at x@y.io"),
              ElementsAre("Foo", "3", "a_b.c()", "x@y.io"));
  EXPECT_THAT(AtomsOf(""), ElementsAre());
  EXPECT_THAT(AtomsOf("Nothing to see, naïve Straße, привет, 你好"),
              ElementsAre());
}

TEST(AtomLineTest, FindsAtomsInsideWords) {
  EXPECT_THAT(AtomsOf("xyzw12 zwxy34 é5 дом7 好8 #9"),
              ElementsAre("12", "34", "5", "7", "8", "9"));
}

TEST(AtomLineTest, OrdinalsHideTheirDigits) {
  EXPECT_THAT(AtomsOf("the 1st of 1990s, 21st"), ElementsAre());
}

}  // namespace
}  // namespace interpres
