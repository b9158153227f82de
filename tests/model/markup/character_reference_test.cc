#include "model/markup/character_reference.h"

#include <string>

#include "gtest/gtest.h"

namespace interpres {
namespace {

// Returns the characters and the rest of the text; empty without a reference.
std::string Read(std::string_view text,
                 ReferencePlace place = ReferencePlace::kText) {
  const CharacterReference reference = ReadCharacterReference(text, place);
  return reference.length == 0 ? ""
                               : reference.text + "|" +
                                     std::string(text.substr(reference.length));
}

TEST(CharacterReferenceTest, Names) {
  EXPECT_EQ(Read("&amp;x"), "&|x");
  EXPECT_EQ(Read("&ampx"), "&|x");
  EXPECT_EQ(Read("&notin;"), "∉|");
  EXPECT_EQ(Read("&notit;"), "¬|it;");
  EXPECT_EQ(Read("&CounterClockwiseContourIntegral;"), "∳|");
  EXPECT_EQ(Read("&zwnj;"), "\u200c|");
  EXPECT_EQ(Read("&AElig;"), "Æ|");
  EXPECT_EQ(Read("&hearts"), "");
  EXPECT_EQ(Read("&unknown;"), "");
  EXPECT_EQ(Read("&"), "");
  EXPECT_EQ(Read("amp;"), "");
}

TEST(CharacterReferenceTest, Numbers) {
  EXPECT_EQ(Read("&#65;x"), "A|x");
  EXPECT_EQ(Read("&#X41 x"), "A| x");
  EXPECT_EQ(Read("&#150;"), "–|");
  EXPECT_EQ(Read("&#xD800;"), "\ufffd|");
  EXPECT_EQ(Read("&#99999999999999999999;"), "\ufffd|");
  EXPECT_EQ(Read("&#;"), "");
  EXPECT_EQ(Read("&#x;"), "");
}

TEST(CharacterReferenceTest, PlacesDiffer) {
  EXPECT_EQ(Read("&copy=1", ReferencePlace::kAttribute), "");
  EXPECT_EQ(Read("&copy1", ReferencePlace::kAttribute), "");
  EXPECT_EQ(Read("&copy 1", ReferencePlace::kAttribute), "©| 1");
  EXPECT_EQ(Read("&copy", ReferencePlace::kStrict), "");
  EXPECT_EQ(Read("&#65", ReferencePlace::kStrict), "");
}

}  // namespace
}  // namespace interpres
