#include "model/document/atom_splice.h"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/base/utf8.h"
#include "model/document/atom_comparison.h"
#include "tests/testing/random_atoms.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

using testing::Contains;
using testing::ElementsAre;

std::string Spliced(std::string_view source, std::string translation,
                    const AtomOptions& options = {}) {
  return SpliceAtoms(source, FindAtoms(source, options),
                     {.text = std::move(translation)}, options)
      .text;
}

TEST(AtomSpliceTest, IntactTranslationsStay) {
  EXPECT_EQ(Spliced("See {x} 5", "Ver 5 {x}"), "Ver 5 {x}");
  EXPECT_EQ(Spliced("", ""), "");
}

TEST(AtomSpliceTest, ReplacesDamagedCopies) {
  EXPECT_EQ(Spliced("Pay 7844 now", "Paga 784 ya"), "Paga 7844 ya");
  EXPECT_EQ(Spliced("Has {{count}} x", "Hay {{count} x"), "Hay {{count}} x");
  EXPECT_EQ(Spliced("Has {{count}} x", "Hay {{cuenta}} x"), "Hay {{count}} x");
  EXPECT_EQ(Spliced("See https://a.b/cd.", "Ver https://a.b/c."),
            "Ver https://a.b/cd.");
  EXPECT_EQ(Spliced("Use user_name.", "Use nombre_usuario."), "Use user_name.");
}

TEST(AtomSpliceTest, InsertsMissingAtoms) {
  EXPECT_EQ(Spliced("😀 Hi", "Hola"), "😀 Hola");
  EXPECT_EQ(Spliced("Hi 😀", "Hola."), "Hola 😀.");
  EXPECT_EQ(Spliced("Hi {x} {y}!", "¡Hola!"), "¡Hola {x} {y}!");
  EXPECT_EQ(Spliced("{x} {y}", ""), "{x} {y}");
}

TEST(AtomSpliceTest, RemovesSurplusAtoms) {
  EXPECT_EQ(Spliced("Hi there", "Hola 😀 a todos"), "Hola a todos");
  EXPECT_EQ(Spliced("Hi", "#x Hola"), "Hola");
  EXPECT_EQ(Spliced("Hi", "Hola {x}."), "Hola.");
  EXPECT_EQ(Spliced("Hi", "a😀b"), "a b");
}

TEST(AtomSpliceTest, NumbersDoNotMerge) {
  const std::string result = Spliced("1, 234", "uno, dos");
  EXPECT_THAT(result, testing::HasSubstr("1"));
  EXPECT_TRUE(
      CompareAtoms("1, 234", FindAtoms("1, 234", {}), result, {}).intact());
}

TEST(AtomSpliceTest, KeepsTheAlignment) {
  const std::string source = "Has 5 cats";
  const AlignedText result = SpliceAtoms(
      source, FindAtoms(source, {}),
      {.text = "Tiene cinco gatos",
       .alignment = {{{0, 5}, {0, 3}}, {{6, 11}, {4, 5}}, {{12, 17}, {6, 10}}}},
      {});
  EXPECT_EQ(result.text, "Tiene 5 gatos");
  EXPECT_THAT(result.alignment, ElementsAre(AlignedSpan{{0, 5}, {0, 3}},
                                            AlignedSpan{{6, 7}, {4, 5}},
                                            AlignedSpan{{8, 13}, {6, 10}}));
}

TEST(AtomSpliceTest, AlignsNewAtoms) {
  const std::string source = "Hi 😀";
  const AlignedText result =
      SpliceAtoms(source, FindAtoms(source, {}), {.text = "Hola"}, {});
  EXPECT_THAT(result.alignment, Contains(AlignedSpan{{5, 9}, {3, 7}}));
}

void ExpectValid(const AlignedText& text, std::size_t source_size) {
  int64_t end = 0;
  for (const AlignedSpan& element : text.alignment) {
    ASSERT_GE(element.target.begin, end);
    ASSERT_GT(element.target.end, element.target.begin);
    ASSERT_GE(element.source.begin, 0);
    ASSERT_LE(element.source.end, static_cast<int64_t>(source_size));
    end = element.target.end;
  }
  ASSERT_LE(end, static_cast<int64_t>(text.text.size()));
  ASSERT_TRUE(IsValidUtf8(text.text));
}

// The last attempt of SpliceAtoms.
std::string OnlyAtoms(std::string_view source, const std::vector<Atom>& atoms) {
  std::string text;
  for (const Atom& atom : atoms) {
    text += text.empty() ? "" : "\t";
    text += BytesOf(source, atom.span);
  }
  return text;
}

// The property that the service relies on: for any input, the result is intact.
TEST(AtomSpliceTest, ResultsAreIntact) {
  std::mt19937 random(2024);
  const AtomOptions plain;
  const AtomOptions special = {
      .off = {AtomKind::kHashtag},
      .do_not_translate =
          TermList({"Foo", "Foo Bar", "{x", "`", "1 2", "5", "(", "%s und"})};
  int only_atoms = 0;
  constexpr int kCases = 20000 / kSlowness;
  for (int i = 0; i < kCases; ++i) {
    const AtomOptions& options = i % 3 == 0 ? special : plain;
    const std::string source = RandomAtoms(random);
    const AlignedText translation = {
        .text = DamagedTranslation(random, source),
        .alignment = RandomAlignment(random, i % 5 == 0)};
    const std::vector<Atom> atoms = FindAtoms(source, options);
    const bool was_intact =
        CompareAtoms(source, atoms, translation.text, options).intact();
    const AlignedText result = SpliceAtoms(source, atoms, translation, options);
    ASSERT_TRUE(CompareAtoms(source, atoms, result.text, options).intact())
        << source << "\n"
        << translation.text << "\n"
        << result.text;
    if (!was_intact) {
      ASSERT_NO_FATAL_FAILURE(ExpectValid(result, source.size()));
    }
    const bool has_many = atoms.size() > 1;
    only_atoms += has_many && result.text == OnlyAtoms(source, atoms) ? 1 : 0;
  }
  // The last attempt drops the words of the translation. It must stay rare.
  EXPECT_LT(only_atoms, kCases / 1000);
}

TEST(AtomSpliceTest, LongTextsTakeLinearTime) {
  std::string source;
  std::string translation;
  for (int i = 0; i < 20000 / kSlowness; ++i) {
    source += "a" + std::to_string(i) + " {x" + std::to_string(i) + "} ";
    translation += "b" + std::to_string(i * 7 + 1) + " {y} #z w ";
  }
  const std::vector<Atom> atoms = FindAtoms(source, {});
  const AlignedText result = SpliceAtoms(source, atoms, {translation}, {});
  EXPECT_TRUE(CompareAtoms(source, atoms, result.text, {}).intact());
}

}  // namespace
}  // namespace interpres
