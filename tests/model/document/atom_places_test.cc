#include "model/document/atom_places.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Found {
  std::vector<std::string> replaced;
  std::vector<int64_t> begins;
  std::vector<std::string> removed;
};

Found Find(std::string_view source, const AlignedText& translation) {
  const std::vector<Atom> atoms = FindAtoms(source, {});
  const AtomPlaces places =
      FindAtomPlaces(source, atoms, translation,
                     CompareAtoms(source, atoms, translation.text, {}));
  Found found;
  for (const AtomPlace& place : places.places) {
    found.replaced.emplace_back(BytesOf(translation.text, place.target));
    found.begins.push_back(place.target.begin);
  }
  for (const ByteSpan span : places.removals) {
    found.removed.emplace_back(BytesOf(translation.text, span));
  }
  return found;
}

TEST(AtomPlacesTest, ReplacesSimilarAtoms) {
  EXPECT_THAT(Find("Pay 7844 now", {.text = "Paga 784 ya"}).replaced,
              ElementsAre("784"));
  EXPECT_THAT(Find("{name} x", {.text = "x {nombre} y"}).replaced,
              ElementsAre("{nombre}"));
}

TEST(AtomPlacesTest, ReplacesBrokenPlaceholders) {
  EXPECT_THAT(Find("Has {{count}} x", {.text = "Hay {{count} x"}).replaced,
              ElementsAre("{{count}"));
  EXPECT_THAT(Find("Has {{count}} x", {.text = "Hay count}} x"}).replaced,
              ElementsAre("count}}"));
  EXPECT_THAT(
      Find("At https://a.b/cd ok", {.text = "En https//a.b/cd ok"}).replaced,
      ElementsAre("https//a.b/cd"));
}

TEST(AtomPlacesTest, ReplacesAlignedWords) {
  EXPECT_THAT(Find("Has 5 cats", {.text = "Tiene cinco gatos",
                                  .alignment = {{{0, 5}, {0, 3}},
                                                {{6, 8}, {4, 5}},
                                                {{8, 11}, {4, 5}},
                                                {{12, 17}, {6, 10}}}})
                  .replaced,
              ElementsAre("cinco"));
}

TEST(AtomPlacesTest, InsertsAfterTheWordBefore) {
  const Found found =
      Find("Hi 😀 my friend", {.text = "Hola mi amigo",
                              .alignment = {{{0, 2}, {0, 2}},
                                            {{2, 4}, {0, 2}},
                                            {{5, 7}, {8, 10}},
                                            {{8, 13}, {11, 17}}}});
  EXPECT_THAT(found.replaced, ElementsAre(""));
  EXPECT_THAT(found.begins, ElementsAre(4));
}

TEST(AtomPlacesTest, InsertsAtTheEnds) {
  EXPECT_THAT(Find("😀 Hi", {.text = "Hola."}).begins, ElementsAre(0));
  EXPECT_THAT(Find("Hi 😀.", {.text = "Hola."}).begins, ElementsAre(4));
}

TEST(AtomPlacesTest, RemovesSurplusAtoms) {
  const Found found = Find("Hi 5", {.text = "Hola 😀 5 6 #x"});
  EXPECT_THAT(found.replaced, IsEmpty());
  EXPECT_THAT(found.removed, ElementsAre("😀", "#x"));
}

}  // namespace
}  // namespace interpres
