#include "model/markup/emphasis.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

// Returns the text with each pair of marks as brackets: `(` for one mark, `{`
// for two.
std::string Paired(const std::string& text) {
  Emphasis emphasis(text);
  for (std::size_t i = 0; i < text.size();) {
    const bool is_mark = std::string("*_~").find(text[i]) != std::string::npos;
    i += is_mark ? emphasis.AddRun(static_cast<int64_t>(i)) : 1;
  }
  emphasis.PairFrom(0);
  std::string result = text;
  for (const auto& [open, close] : emphasis.pairs()) {
    const bool is_strong = open.end - open.begin == 2;
    for (int64_t i = open.begin; i < open.end; ++i) {
      result[i] = is_strong ? '{' : '(';
    }
    for (int64_t i = close.begin; i < close.end; ++i) {
      result[i] = is_strong ? '}' : ')';
    }
  }
  return result;
}

// The expectations follow the specification of CommonMark.
TEST(EmphasisTest, RunsArePairedAsInCommonMark) {
  EXPECT_EQ(Paired("*a*"), "(a)");
  EXPECT_EQ(Paired("a * b*"), "a * b*");
  EXPECT_EQ(Paired("a*b*c"), "a(b)c");
  EXPECT_EQ(Paired("_a_"), "(a)");
  EXPECT_EQ(Paired("a_b_c"), "a_b_c");
  EXPECT_EQ(Paired("a-_(b)_"), "a-((b))");
  EXPECT_EQ(Paired("**a**"), "{{a}}");
  EXPECT_EQ(Paired("***a** b*"), "({{a}} b)");
  EXPECT_EQ(Paired("***a* b**"), "{{(a) b}}");
  EXPECT_EQ(Paired("*a**b**c*"), "(a{{b}}c)");
  EXPECT_EQ(Paired("*a**b*"), "(a**b)");
  EXPECT_EQ(Paired("*(*a*)*"), "(((a)))");
  EXPECT_EQ(Paired("**a*"), "*(a)");
  EXPECT_EQ(Paired("*a _b* c_"), "(a _b) c_");
  EXPECT_EQ(Paired("**a *b **c"), "**a *b **c");
  EXPECT_EQ(Paired("~~a~~ ~b~ ~~~c~~~"), "{{a}} (b) ~~~c~~~");
  EXPECT_EQ(Paired("~~a~"), "~~a~");
}

}  // namespace
}  // namespace interpres
