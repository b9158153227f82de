#include "model/document/number_scale.h"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"
#include "model/document/atom_finder.h"

namespace interpres {
namespace {

// Returns the keys of the first number of the text.
std::vector<std::string> KeysOf(const std::string& text) {
  const std::vector<Atom> atoms = FindAtoms(text, {});
  EXPECT_FALSE(atoms.empty()) << text;
  return atoms.empty() ? std::vector<std::string>()
                       : ScaledKeys(text, atoms.front().span);
}

bool HaveSameValue(const std::string& a, const std::string& b) {
  const std::vector<std::string> keys = KeysOf(a);
  const std::vector<std::string> others = KeysOf(b);
  return std::ranges::any_of(keys, [&](const std::string& key) {
    return std::ranges::find(others, key) != others.end();
  });
}

TEST(NumberScaleTest, EqualValues) {
  EXPECT_TRUE(
      HaveSameValue("220 billion dollars", "220 000 millones de euros"));
  EXPECT_TRUE(HaveSameValue("20 billion", "20 mil millones."));
  EXPECT_TRUE(HaveSameValue("20 billion", "20,000,000,000"));
  EXPECT_TRUE(HaveSameValue("1.5 million", "1 500 000"));
  EXPECT_TRUE(HaveSameValue("17.28 billion", "17.280 millones"));
  EXPECT_TRUE(HaveSameValue("3 billion", "3 Milliarden"));
  EXPECT_TRUE(HaveSameValue("3 trillion", "3 billones"));
  EXPECT_TRUE(HaveSameValue("A 20-million deal", "20 MILLIONS"));
  EXPECT_TRUE(HaveSameValue("2 Billionen", "2 trillion"));
  EXPECT_TRUE(HaveSameValue("0 million", "0"));
  EXPECT_TRUE(HaveSameValue("17 mil 280 millones", "17.28 billion"));
  EXPECT_TRUE(HaveSameValue("17 mil 280 millones", "17,280 million"));
}

TEST(NumberScaleTest, CharactersOfChineseJapaneseAndKorean) {
  EXPECT_TRUE(HaveSameValue("3万人", "30,000 people"));
  EXPECT_TRUE(HaveSameValue("3.5萬", "35,000"));
  EXPECT_TRUE(HaveSameValue("2亿美元", "200 million dollars"));
  EXPECT_TRUE(HaveSameValue("5千万円", "50 million yen"));
  EXPECT_TRUE(HaveSameValue("7만 명", "70 000 personas"));
  EXPECT_TRUE(HaveSameValue("1兆円", "1 trillion yen"));
  EXPECT_TRUE(HaveSameValue("5千克", "5 kg"));
  EXPECT_TRUE(HaveSameValue("500兆瓦", "500 MW"));
  EXPECT_FALSE(HaveSameValue("3万人", "3 people"));
  EXPECT_FALSE(HaveSameValue("3人", "30,000 people"));
}

TEST(NumberScaleTest, OtherValues) {
  EXPECT_FALSE(HaveSameValue("220 billion", "220 millones"));
  EXPECT_FALSE(HaveSameValue("20 billion", "20 dogs"));
  EXPECT_FALSE(HaveSameValue("20 million", "200 million"));
  EXPECT_FALSE(HaveSameValue("20 billiards", "20 billion"));
  EXPECT_FALSE(HaveSameValue("20  million", "20 million")) << "two spaces";
}

TEST(NumberScaleTest, DatesAndTimesHaveNoKeys) {
  EXPECT_TRUE(KeysOf("2020-10-12 million").empty());
  EXPECT_TRUE(KeysOf("5:30 million").empty());
}

// Returns the words of ScaleWordsIn for the first number; "-" if they are null.
std::string WordsIn(const std::string& text, std::string_view source,
                    std::string_view target) {
  const std::vector<Atom> atoms = FindAtoms(text, {});
  return ScaleWordsIn(text, atoms.at(0).span, source, target).value_or("-");
}

TEST(NumberScaleTest, WordsOfTheTargetLanguage) {
  EXPECT_EQ(WordsIn("20 billion", "en", "es"), "mil millones");
  EXPECT_EQ(WordsIn("20 billion", "en-GB", "de-DE"), "Milliarden");
  EXPECT_EQ(WordsIn("20 mil millones", "es", "en"), "billion");
  EXPECT_EQ(WordsIn("18 000 millones", "es", "en"), "million");
  EXPECT_EQ(WordsIn("3 billones", "es", "en"), "trillion");
  EXPECT_EQ(WordsIn("1 million people", "en", "es"), "mill\u00f3n");
  EXPECT_EQ(WordsIn("2 million people", "en", "es"), "millones");
  EXPECT_EQ(WordsIn("25 mil pesos", "es", "en"), "thousand");
  EXPECT_EQ(WordsIn("3 billions", "fr", "en"), "trillion");
  EXPECT_EQ(WordsIn("20 billion", "en", "pt-BR"), "bilh\u00f5es");
  EXPECT_EQ(WordsIn("1 trilh\u00e3o", "pt", "en"), "trillion");
  EXPECT_EQ(WordsIn("20 dogs", "en", "es"), "-");
  EXPECT_EQ(WordsIn("20 billion", "en", "ru"), "-");
  EXPECT_EQ(WordsIn("20 billion", "", "es"), "-");
  EXPECT_EQ(WordsIn("20 billion billion", "en", "es"), "-");
}

// Returns LosesScale of the first numbers.
bool Loses(const std::string& source, const std::string& translation) {
  return LosesScale(
      {.text = source, .number = FindAtoms(source, {}).at(0).span},
      {.text = translation, .number = FindAtoms(translation, {}).at(0).span});
}

TEST(NumberScaleTest, NumbersMayHaveASign) {
  const std::string text = "-1 billion";
  const ByteSpan number = {.begin = 0, .end = 2};
  EXPECT_EQ(ScaledKeys(text, number).at(0), "-1e9");
  EXPECT_EQ(ScaleWordsIn("-1 million", number, "en", "es"), "mill\u00f3n");
}

TEST(NumberScaleTest, LostWords) {
  EXPECT_TRUE(Loses("220 billion euros", "220 millones de euros"));
  EXPECT_TRUE(Loses("18 billion dollars", "18 d\u00f3lares"));
  EXPECT_TRUE(Loses("3 billones de pesos", "3 bills of weight"));
  EXPECT_FALSE(Loses("18 billion dollars", "18 mil millones"));
  EXPECT_FALSE(Loses("18 billion dollars", "18 000 millones"));
  EXPECT_FALSE(Loses("3 million to 5 million", "de 3 a 5 millones"));
  EXPECT_FALSE(Loses("18 million dollars", "18 M de d\u00f3lares"));
  EXPECT_FALSE(Loses("a 5 million house", "una casa millonaria de 5"));
}

}  // namespace
}  // namespace interpres
