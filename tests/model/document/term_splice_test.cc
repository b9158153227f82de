#include "model/document/term_splice.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

// Returns the bytes of `part` in `text`, which has the part once.
ByteSpan SpanOf(std::string_view text, std::string_view part) {
  const auto begin = static_cast<int64_t>(text.find(part));
  return {.begin = begin, .end = begin + std::ssize(part)};
}

// A source and its translation, whose words are aligned in order.
struct Example {
  std::string source;
  AlignedText translation;

  WantedTerm Missing(std::string_view term, std::string target) const {
    return {.source = SpanOf(source, term), .target = std::move(target)};
  }

  std::string Splice(const std::vector<WantedTerm>& terms,
                     const std::vector<ByteSpan>& kept = {}) const {
    return SpliceTerms(source, terms, kept, translation, "es").text;
  }
};

// Aligns the parts of the translation to the parts of the source, in order.
Example Align(std::string source, std::string translation,
              const std::vector<std::pair<std::string, std::string>>& pairs) {
  Example example = {.source = std::move(source),
                     .translation = {.text = std::move(translation)}};
  for (const auto& [target, origin] : pairs) {
    example.translation.alignment.push_back(
        {.target = SpanOf(example.translation.text, target),
         .source = SpanOf(example.source, origin)});
  }
  return example;
}

TEST(TermSpliceTest, TheTermReplacesTheWordsThatAreAlignedToTheTerm) {
  const Example example =
      Align("worse than estimates by analysts.",
            "peor que estimaciones por análisis.",
            {{"por", "by"}, {"análisis", "analysts"}, {".", "."}});
  EXPECT_EQ(example.Splice({example.Missing("analysts", "analistas")}),
            "peor que estimaciones por analistas.");
  EXPECT_EQ(example.Splice({}), example.translation.text);
}

TEST(TermSpliceTest, ATermReplacesWholeWords) {
  const Example example = Align("by analysts.", "por analicistas.",
                                {{"anali", "analysts"}, {"cista", "analysts"}});
  EXPECT_EQ(example.Splice({example.Missing("analysts", "analistas")}),
            "por analistas.");
  const Example little =
      Align("by analysts.", "por analicistas.", {{"ana", "analysts"}});
  EXPECT_EQ(little.Splice({little.Missing("analysts", "gente")}),
            "por analicistas gente.")
      << "most of the word has another source";
}

TEST(TermSpliceTest, TheAlignmentOfTheTermIsItsSource) {
  const Example example = Align("a dog", "un perro", {{"perro", "dog"}});
  const std::vector<WantedTerm> terms = {example.Missing("dog", "can")};
  const AlignedText result =
      SpliceTerms(example.source, terms, {}, example.translation, "es");
  EXPECT_EQ(result.text, "un can");
  EXPECT_THAT(result.alignment,
              testing::ElementsAre(AlignedSpan{{3, 6}, {2, 5}}));
}

TEST(TermSpliceTest, WithoutAlignedWordsTheTermFollowsItsNeighbourInTheSource) {
  const Example example =
      Align("he sees dogs here", "ve ahí", {{"ve", "sees"}, {"ahí", "here"}});
  EXPECT_EQ(example.Splice({example.Missing("dogs", "perros")}),
            "ve perros ahí");
}

TEST(TermSpliceTest, ATermWithoutAlignmentStandsBeforeTheEndMark) {
  const Example example = Align("he sees dogs.", "¡Ve!", {});
  EXPECT_EQ(example.Splice({example.Missing("dogs", "perros")}), "¡Ve perros!");
  const Example end =
      Align("he sees, dogs.", "Ve ahí.", {{"Ve", "he"}, {".", "sees"}});
  EXPECT_EQ(end.Splice({end.Missing("dogs", "perros")}), "Ve ahí perros.");
  const Example empty = Align("dogs", "", {});
  EXPECT_EQ(empty.Splice({empty.Missing("dogs", "perros")}), "perros");
}

TEST(TermSpliceTest, TheFirstWordKeepsItsCapital) {
  const Example example = Align("Dogs sleep", "Canes duermen",
                                {{"Canes", "Dogs"}, {"duermen", "sleep"}});
  EXPECT_EQ(example.Splice({example.Missing("Dogs", "perros"),
                            example.Missing("sleep", "descansan")}),
            "Perros descansan");
}

TEST(TermSpliceTest, ProtectedSpansAndCopiesStay) {
  const Example example = Align("12 dogs and cats", "12 y gatos",
                                {{"12", "12"}, {"gatos", "dogs"}});
  WantedTerm cats = example.Missing("cats", "gatos");
  cats.copy = SpanOf(example.translation.text, "gatos");
  EXPECT_EQ(example.Splice({example.Missing("dogs", "perros"), cats},
                           {SpanOf(example.translation.text, "12")}),
            "12 perros y gatos");
}

TEST(TermSpliceTest, TermsDoNotShareAWord) {
  const Example example = Align("hot dog", "perrito", {{"perrito", "dog"}});
  EXPECT_EQ(example.Splice({example.Missing("hot", "caliente"),
                            example.Missing("dog", "can")}),
            "caliente can");
}

TEST(TermSpliceTest, AnyAlignmentGivesEveryTerm) {
  const std::string source = "uno dos tres, cuatro. cinco";
  const std::string translation = "éin — zwei «drei» ¿vier? 五六 fünf.";
  std::mt19937 random(5);
  const auto draw = [&random](int64_t most) {
    return std::uniform_int_distribution<int64_t>(0, most)(random);
  };
  const std::vector<std::string> words = {"uno", "tres", "cinco"};
  for (int i = 0; i < 2000; ++i) {
    AlignedText text = {.text = translation};
    for (int part = 0; part < 6; ++part) {
      const int64_t begin = draw(std::ssize(translation));
      const int64_t from = draw(std::ssize(source));
      text.alignment.push_back({{begin, begin + draw(9)}, {from, from + 3}});
    }
    std::vector<WantedTerm> terms;
    for (const std::string& word : words) {
      terms.push_back({.source = SpanOf(source, word), .target = "Ω"});
    }
    const AlignedText result = SpliceTerms(source, terms, {}, text, "de");
    EXPECT_TRUE(IsValidUtf8(result.text));
    int found = 0;
    for (std::size_t at = 0;
         (at = result.text.find("Ω", at)) != std::string::npos; ++at) {
      ++found;
    }
    ASSERT_EQ(found, 3) << result.text;
  }
}

}  // namespace
}  // namespace interpres
