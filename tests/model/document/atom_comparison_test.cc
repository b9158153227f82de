#include "model/document/atom_comparison.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

AtomComparison Compare(std::string_view source, std::string_view translation,
                       const AtomOptions& options = {}) {
  return CompareAtoms(source, FindAtoms(source, options), translation, options);
}

TEST(AtomComparisonTest, FindsCopies) {
  const AtomComparison comparison =
      Compare("See {x} and https://a.b/c 5", "5 https://a.b/c y {x}");
  EXPECT_TRUE(comparison.intact());
  EXPECT_THAT(comparison.copies,
              ElementsAre(ByteSpan{18, 21}, ByteSpan{2, 15}, ByteSpan{0, 1}));
}

TEST(AtomComparisonTest, MissingAndSurplusAtomsAreDefects) {
  const AtomComparison comparison = Compare("{x} {x} 😀", "{x} {y} #z 😀 😀");
  EXPECT_FALSE(comparison.intact());
  EXPECT_TRUE(comparison.copies[0]);
  EXPECT_FALSE(comparison.copies[1]);
  EXPECT_EQ(comparison.surplus.size(), 3u);
  EXPECT_FALSE(Compare("Hi", "Hola 😀").intact());
  EXPECT_FALSE(Compare("Hi 😀", "Hola").intact());
}

TEST(AtomComparisonTest, NumbersMayHaveOtherMarks) {
  EXPECT_TRUE(Compare("1,234.5 and 7.5", "7,5 y 1.234,5").intact());
  EXPECT_FALSE(Compare("7844", "784").intact());
}

TEST(AtomComparisonTest, EachNumberNeedsItsOwnCopy) {
  EXPECT_FALSE(Compare("5 and 5", "5").intact());
  EXPECT_TRUE(Compare("1,234 1234", "1234 1.234").intact());
  // The equal bytes come first, so that each number finds its copy.
  const AtomComparison comparison = Compare("1.234 1234", "1234 1.234");
  EXPECT_EQ(comparison.copies[0], (ByteSpan{5, 10}));
}

TEST(AtomComparisonTest, ExtraNumbersAreNoDefect) {
  const AtomComparison comparison = Compare("two", "2");
  EXPECT_TRUE(comparison.intact());
  EXPECT_EQ(comparison.extra_numbers.size(), 1u);
  EXPECT_THAT(comparison.surplus, IsEmpty());
}

TEST(AtomComparisonTest, AnOrdinalOrADecadeMayBeACopy) {
  const AtomComparison decade =
      Compare("En los años 80 y en 1990", "In the 80s and in the 1990s");
  EXPECT_TRUE(decade.intact());
  EXPECT_THAT(decade.copies, ElementsAre(ByteSpan{7, 9}, ByteSpan{22, 26}));
  EXPECT_TRUE(Compare("el 5 de mayo", "May 5th").intact());
  EXPECT_FALSE(Compare("el 5 de mayo", "May 6th").intact());
  EXPECT_FALSE(Compare("5 y 5", "5th").intact());
  EXPECT_TRUE(Compare("5 y 5", "5th 5").intact());
  EXPECT_FALSE(Compare("año 80", "https://a.b/80s").intact());
  EXPECT_TRUE(Compare("año", "80s").intact());
  EXPECT_TRUE(Compare("{x} 80", "{x} 80s").intact());
}

TEST(AtomComparisonTest, KindsThatAreOffDoNotCount) {
  EXPECT_TRUE(
      Compare("5 😀", "x", {.off = {AtomKind::kNumber, AtomKind::kEmoji}})
          .intact());
}

TEST(AtomComparisonTest, TermsAreAtoms) {
  const AtomOptions options = {.do_not_translate = TermList({"Foo Bar"})};
  EXPECT_TRUE(Compare("the Foo Bar", "el Foo Bar", options).intact());
  EXPECT_FALSE(Compare("the Foo Bar", "el Fu Bar", options).intact());
}

TEST(AtomComparisonTest, ASignMayBeAddedButNotLost) {
  EXPECT_TRUE(Compare("It was -5 °C.", "Hacía −5 °C.").intact());
  EXPECT_FALSE(Compare("It was -5 °C.", "Hacía 5 °C.").intact());
  EXPECT_TRUE(Compare("It has -5 billion.", "Tiene -5 mil millones.").intact());
  EXPECT_FALSE(Compare("It has -5 billion.", "Tiene 5 mil millones.").intact());
  const AtomComparison added = Compare("It was minus 1.5.", "Hacía -1.5.");
  EXPECT_TRUE(added.intact());
  ASSERT_TRUE(added.copies[0].has_value());
  EXPECT_EQ(BytesOf("Hacía -1.5.", *added.copies[0]), "1.5");
  // The number without a sign comes first.
  const AtomComparison both = Compare("5 and minus 5", "-5 y 5");
  EXPECT_TRUE(both.intact());
  EXPECT_EQ(both.copies[0], (ByteSpan{.begin = 5, .end = 6}));
  EXPECT_EQ(both.copies[1], (ByteSpan{.begin = 1, .end = 2}));
}

TEST(AtomComparisonTest, WordsBehindANumberCount) {
  EXPECT_TRUE(Compare("It has 220 billion dollars.",
                      "Tiene 220 000 millones de dólares.")
                  .intact());
  EXPECT_FALSE(Compare("It has 220 billion dollars.",
                       "Tiene 22 000 millones de dólares.")
                   .intact());
  // The number with the same marks comes first.
  const AtomComparison both =
      Compare("20 billion and 20,000", "20.000 y 20 000 millones");
  EXPECT_TRUE(both.intact());
  EXPECT_EQ(both.copies[1], (ByteSpan{.begin = 0, .end = 6}));
}

}  // namespace
}  // namespace interpres
