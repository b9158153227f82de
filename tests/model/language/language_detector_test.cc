#include "model/language/language_detector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/language/language_table_trainer.h"
#include "tests/model/language/sample_texts.h"

namespace interpres {
namespace {

using ::testing::IsEmpty;

class LanguageDetectorTest : public ::testing::Test {
 protected:
  static const LanguageTable& Table() {
    static const LanguageTable table =
        TrainLanguageTable(interpres::testing::SampleTexts(), {.bits = 14})
            ->table;
    return table;
  }

  static std::vector<DetectedLanguage> Detect(
      const std::vector<std::string>& candidates, std::string_view text) {
    return LanguageDetector(&Table(), candidates).Detect(text);
  }

  // Returns the best language, or "und".
  static std::string Best(const std::vector<std::string>& candidates,
                          std::string_view text) {
    const std::vector<DetectedLanguage> found = Detect(candidates, text);
    return found.empty() ? "und" : found.front().language;
  }
};

TEST_F(LanguageDetectorTest, TheTableDecidesAmongItsLanguages) {
  const std::vector<std::string> served = {"en", "es", "de"};
  EXPECT_EQ(Best(served, "they think about the night"), "en");
  EXPECT_EQ(Best(served, "cada noche piensan en la casa"), "es");
  EXPECT_EQ(Best(served, "jedes Kind denkt"), "de");
  const std::vector<DetectedLanguage> all =
      Detect(served, "they think about the night");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_GT(all[0].confidence, 0.9);
  EXPECT_LE(all[0].confidence, 1.0);
  EXPECT_GE(all[1].confidence, all[2].confidence);
}

TEST_F(LanguageDetectorTest, CandidatesKeepTheirCodes) {
  EXPECT_EQ(Best({"eng_Latn", "spa_Latn"}, "cada noche conoce"), "spa_Latn");
  EXPECT_EQ(Best({"en_XX", "es_MX"}, "cada noche conoce"), "es_MX");
  EXPECT_EQ(Best({"es-MX", "es-ES", "en"}, "cada noche conoce"), "es-MX");
}

TEST_F(LanguageDetectorTest, OnlyServedLanguagesAreFound) {
  EXPECT_EQ(Best({"en", "es"}, "jedes Kind denkt und wei\u00df"), "en");
  // The confidence tells that the text is in another language.
  EXPECT_LT(
      Detect({"en", "es"}, "jedes Kind denkt und wei\u00df")[0].confidence,
      0.1);
  EXPECT_THAT(Detect({}, "hello"), IsEmpty());
  EXPECT_THAT(Detect({"", "und"}, "hello"), IsEmpty());
}

TEST_F(LanguageDetectorTest, TextsWithoutLettersAreUndetermined) {
  for (const char* text :
       {"", " ", "12 + 3", "?!", "\xff\xfe", "\xF0\x9F\x98"}) {
    EXPECT_EQ(Best({"en", "es"}, text), "und");
  }
}

TEST_F(LanguageDetectorTest, TheScriptExcludesLanguages) {
  const std::vector<std::string> served = {"en", "ja", "ko",
                                           "ru", "el", "zh-Hans"};
  EXPECT_EQ(Best(served, "\u732b\u304c\u3044\u308b"), "ja");
  EXPECT_EQ(Best(served, "\ud55c\uad6d\uc5b4"), "ko");
  EXPECT_EQ(Best(served, "\u03b3\u03b5\u03b9\u03b1 \u03c3\u03bf\u03c5"), "el");
  EXPECT_EQ(Best(served, "\u043f\u0440\u0438\u0432\u0435\u0442"), "ru");
  EXPECT_EQ(Best(served, "they think"), "en");
  EXPECT_EQ(Best(served, "\u4eca\u5929\u5929\u6c14\u5f88\u597d"), "zh-Hans");
  EXPECT_EQ(Detect(served, "\u732b\u304c\u3044\u308b")[0].confidence, 1.0);
  // No served language is written in Hebrew letters.
  EXPECT_EQ(Best(served, "\u05e9\u05dc\u05d5\u05dd"), "und");
}

TEST_F(LanguageDetectorTest, Cld2DecidesAboutOtherLanguages) {
  const std::vector<std::string> served = {"en", "es", "sv", "fi"};
  EXPECT_EQ(Best(served,
                 "Det regnar i dag, men i morgon ska vi \u00e5ka till havet."),
            "sv");
  EXPECT_EQ(Best(served,
                 "Huomenna me menemme kaupunkiin ja ostamme leip\u00e4\u00e4."),
            "fi");
  EXPECT_EQ(Best(served, "they would think about the house every morning"),
            "en");
  EXPECT_EQ(Best({"nb", "en"},
                 "Jeg vet ikke hva som skjedde, men vi kommer hjem i kveld."),
            "nb");
}

TEST_F(LanguageDetectorTest, WorksWithoutATable) {
  const LanguageDetector detector(nullptr,
                                  std::vector<std::string>{"en", "de"});
  const std::vector<DetectedLanguage> found = detector.Detect(
      "Morgen fahren wir mit dem Zug nach Hause und essen zusammen.");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().language, "de");
}

TEST_F(LanguageDetectorTest, AnyBytesAndAnyLengthAreRead) {
  std::string text;
  for (int i = 0; i < 70000; ++i) {
    text.push_back(static_cast<char>(i * 31));
  }
  (void)Detect({"en", "sv", "zh", "ja"}, text);
  EXPECT_EQ(Best({"en", "es"}, std::string(1 << 20, 'a') + " noche").size(),
            2U);
}

}  // namespace
}  // namespace interpres
