#include "model/document/glossary.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/document/atom_finder.h"

namespace interpres {
namespace {

// Returns the terms that are found, as `source=index`.
std::vector<std::string> Find(const std::string& text,
                              const std::vector<std::string>& sources,
                              const TermMatching& matching = {}) {
  std::vector<Term> terms;
  for (const std::string& source : sources) {
    terms.push_back({.source = source, .target = "x"});
  }
  const Glossary glossary(terms, matching);
  std::vector<std::string> found;
  for (const TermMatch& match : glossary.Find(text, FindAtoms(text, {}))) {
    found.push_back(std::string(BytesOf(text, match.span)) + "=" +
                    std::to_string(match.term));
  }
  return found;
}

using Found = std::vector<std::string>;

TEST(GlossaryTest, TermsAreWholeWords) {
  EXPECT_EQ(Find("the cat, a category and a cat", {"cat"}),
            (Found{"cat=0", "cat=0"}));
  EXPECT_EQ(Find("bobcat cat2 cats", {"cat"}), Found());
  EXPECT_EQ(Find("año añoso", {"año"}), (Found{"año=0"}));
}

TEST(GlossaryTest, TermsTouchOtherWordsInScriptsWithoutSpaces) {
  EXPECT_EQ(Find("我的猫在睡觉", {"猫"}), (Found{"猫=0"}));
  EXPECT_EQ(Find("私の猫は眠い", {"猫"}), (Found{"猫=0"}));
  EXPECT_EQ(Find("แมวของฉัน", {"แมว"}), (Found{"แมว=0"}));
  EXPECT_EQ(Find("고양이가 잔다", {"고양이"}), (Found{"고양이=0"}));
  EXPECT_EQ(Find("我用Linux系统", {"Linux"}), (Found{"Linux=0"}));
}

TEST(GlossaryTest, TheLongestTermIsUsed) {
  EXPECT_EQ(Find("a hard disk drive", {"disk", "hard disk", "hard"}),
            (Found{"hard disk=1"}));
  EXPECT_EQ(Find("a hard disk drive", {"hard disk dr", "hard"}),
            (Found{"hard=1"}));
}

TEST(GlossaryTest, WhiteSpaceStandsForWhiteSpace) {
  EXPECT_EQ(Find("a hard \n disk", {"hard disk"}), (Found{"hard \n disk=0"}));
}

TEST(GlossaryTest, MarksBelongToTheTerm) {
  EXPECT_EQ(Find("C and C++, .NET too", {"C++", ".NET"}),
            (Found{"C++=0", ".NET=1"}));
}

TEST(GlossaryTest, CaseMattersUnlessItIsIgnored) {
  EXPECT_EQ(Find("The Cat", {"cat"}), Found());
  EXPECT_EQ(Find("The CAT", {"cat"}, {.ignore_case = true}), (Found{"CAT=0"}));
  EXPECT_EQ(Find("el NIÑO", {"Niño"}, {.ignore_case = true}),
            (Found{"NIÑO=0"}));
}

TEST(GlossaryTest, OfEqualSourcesTheFirstIsUsed) {
  EXPECT_EQ(Find("a cat", {"cat", "cat"}), (Found{"cat=0"}));
}

TEST(GlossaryTest, AShorterTermIsUsedBesideAnAtom) {
  const Found found = {"disk=1"};
  EXPECT_EQ(Find("disk 2048 is full", {"disk 2048", "disk"}), found);
  EXPECT_EQ(
      Find("disk 2048 is full", {"disk 2048", "disk"}, {.stem_language = "en"}),
      found);
  EXPECT_EQ(Find("disk 2048", {"disk 2048"}), Found());
}

TEST(GlossaryTest, AtomsHaveNoTerms) {
  EXPECT_EQ(Find("see http://cat.example.org/cat and cat", {"cat"}),
            (Found{"cat=0"}));
}

std::shared_ptr<const TermTree> MakeTree(std::vector<Term> terms) {
  return std::make_shared<const TermTree>(
      std::make_shared<const std::vector<Term>>(std::move(terms)),
      TermMatching());
}

TEST(GlossaryTest, OfSeveralTreesTheLongestTermIsUsedThenTheFirstTree) {
  const Glossary glossary(
      {MakeTree({{.source = "cat", .target = "gata"}}),
       MakeTree({{.source = "cat", .target = "gato"},
                 {.source = "cat food", .target = "comida"}})});
  const std::string text = "cat, cat food";
  const std::vector<TermMatch> matches = glossary.Find(text, {});
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(glossary.term(matches[0].term).target, "gata");
  EXPECT_EQ(glossary.term(matches[1].term).target, "comida");
  EXPECT_EQ(matches[1].term, 2);
}

TEST(GlossaryTest, EachMatchHasItsOwnCopy) {
  const Glossary glossary({{.source = "cat", .target = "gato"},
                           {.source = "dog", .target = "perro"}},
                          TermMatching());
  const std::vector<TermMatch> matches = glossary.Find("cat dog cat", {});
  ASSERT_EQ(matches.size(), 3U);
  const auto copies = glossary.FindTargets(matches, "Gato y gatos");
  EXPECT_EQ(copies[0], (ByteSpan{.begin = 0, .end = 4}));
  EXPECT_EQ(copies[1], std::nullopt);
  EXPECT_EQ(copies[2], std::nullopt);
}

TEST(GlossaryTest, ACopyInCapitalsHasTwoLettersForSharpS) {
  const Glossary glossary({{.source = "street", .target = "Straße"}},
                          TermMatching());
  const std::vector<TermMatch> matches = glossary.Find("street", {});
  EXPECT_EQ(glossary.FindTargets(matches, "DIE STRASSE.")[0],
            (ByteSpan{.begin = 4, .end = 11}));
  EXPECT_EQ(glossary.FindTargets(matches, "Die Straße.")[0],
            (ByteSpan{.begin = 4, .end = 11}));
  EXPECT_EQ(glossary.FindTargets(matches, "DIE STRASE.")[0], std::nullopt);
  EXPECT_EQ(glossary.FindTargets(matches, "DIE STRAS")[0], std::nullopt);
}

TEST(GlossaryTest, ATermWithinTheCopyOfALongerTermIsNoCopy) {
  const Glossary glossary({{.source = "cat", .target = "gato"},
                           {.source = "cat food", .target = "comida de gato"}},
                          TermMatching());
  const std::vector<TermMatch> matches = glossary.Find("cat, cat food", {});
  ASSERT_EQ(matches.size(), 2U);
  const auto lost = glossary.FindTargets(matches, "comida de gato");
  EXPECT_EQ(lost[0], std::nullopt);
  EXPECT_EQ(lost[1], (ByteSpan{.begin = 0, .end = 14}));
  const auto kept = glossary.FindTargets(matches, "comida de gato, gato");
  EXPECT_EQ(kept[0], (ByteSpan{.begin = 16, .end = 20}));
  EXPECT_EQ(kept[1], (ByteSpan{.begin = 0, .end = 14}));
}

TEST(GlossaryTest, WordsWithEqualStemsMatch) {
  const TermMatching english = {.ignore_case = false, .stem_language = "en"};
  EXPECT_EQ(
      Find("two hard  disks, a disk drive", {"disk", "hard disk"}, english),
      (Found{"hard  disks=1", "disk=0"}));
  EXPECT_EQ(Find("he licenses it", {"licensing"}, english),
            (Found{"licenses=0"}));
  EXPECT_EQ(Find("diskette C++, C", {"disk", "C++"}, english),
            (Found{"C++=1"}));
  // The first letter counts.
  EXPECT_EQ(Find("Apples and apples", {"Apple"}, english), (Found{"Apples=0"}));
  EXPECT_EQ(Find("Apples and apples", {"Apple"},
                 {.ignore_case = true, .stem_language = "en"}),
            (Found{"Apples=0", "apples=0"}));
  EXPECT_EQ(Find("las canciones", {"canción"},
                 {.ignore_case = false, .stem_language = "es"}),
            (Found{"canciones=0"}));
}

TEST(GlossaryTest, ATreeWithStemsStandsBesideATreeWithout) {
  const Glossary glossary(
      {MakeTree({{.source = "disk", .target = "disco"}}),
       std::make_shared<const TermTree>(
           std::make_shared<const std::vector<Term>>(
               std::vector<Term>{{.source = "full disk", .target = "lleno"}}),
           TermMatching{.ignore_case = false, .stem_language = "en"})});
  const std::vector<TermMatch> matches =
      glossary.Find("a disk, full disks", {});
  ASSERT_EQ(matches.size(), 2U);
  EXPECT_EQ(matches[0].term, 0);
  EXPECT_EQ(matches[1].term, 1);
  EXPECT_EQ(matches[1].span, (ByteSpan{.begin = 8, .end = 18}));
}

TEST(GlossaryTest, ManyTermsWithOneBeginningAreFound) {
  std::vector<std::string> sources;
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    std::string word;  // different letters for each number
    for (int rest = i + 26; rest > 0; rest /= 26) {
      word.push_back(static_cast<char>('a' + rest % 26));
    }
    sources.push_back("the same beginning " + word);
    text += sources.back() + ". ";
  }
  EXPECT_EQ(Find(text, sources).size(), 1000U);
}

}  // namespace
}  // namespace interpres
