#include "model/document/term_list.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

AtomOptions OptionsWith(std::vector<std::string> terms) {
  return {.do_not_translate = TermList(std::move(terms))};
}

TEST(TermListTest, FindsTerms) {
  const AtomOptions options = OptionsWith(
      {"Foo", "Foo Bar", "Foo Bar Baz 5", "C++", "été", "東京", "東京都",
       ".NET", "AT&T", "Web 2.0", "  Blank  ", "a", "%foo%", "x-y"});
  ExpectAtoms(AtomKind::kDoNotTranslate,
              {{"Foo", ""},
               {"the Foo Bar.", "Foo Bar"},
               {"Foo Bar Baz 5", ""},
               {"Foo Bar Baz", "Foo Bar"},
               {"in C++,", "C++"},
               {"l'été", "été"},
               {"在東京住", "東京"},
               {"東京都", ""},
               {"use .NET", ".NET"},
               {"AT&T", ""},
               {"Web 2.0", ""},
               {"Blank", ""},
               {"(a)", "a"},
               {"%foo% ", "%foo%"},
               {"a-b x-y", "x-y"},
               {"Foo-like", "Foo"}},
              options);
}

TEST(TermListTest, FindsWholeWordsOnly) {
  const AtomOptions options =
      OptionsWith({"Foo", "Foo Bar", "C++", "été", ".NET", "bad\tterm", "",
                   "  ", "\xff", "2", "x"});
  ExpectNoAtoms(
      AtomKind::kDoNotTranslate,
      {"foo", "Food", "FooBar", "aFoo", "éFoo", "Foo5", "bad\tterm", " ",
       "étés", "xété", "", "Fo", "C+", "FOO", "25", "2é", "Foo_"},
      options);
}

TEST(TermListTest, LongestTermWins) {
  const TermList terms({"a", "a b", "a b c", "a c"});
  const AtomText text("a b d");
  EXPECT_EQ(terms.End(text, 0), 3);
  EXPECT_EQ(terms.End(AtomText("a c"), 0), 3);
  EXPECT_EQ(terms.End(AtomText("a bc"), 0), 1);
  EXPECT_EQ(terms.End(AtomText("b a"), 0), 0);
  EXPECT_TRUE(TermList().empty());
}

}  // namespace
}  // namespace interpres
