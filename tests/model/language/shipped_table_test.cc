#include "model/language/shipped_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/language/language_detector.h"

namespace interpres {
namespace {

TEST(ShippedTableTest, TheProgramHasAWholeTable) {
  const LanguageTable* const table = ShippedLanguageTable();
  ASSERT_NE(table, nullptr);
  for (const char* language : {"en", "es", "de", "fr"}) {
    EXPECT_NE(std::ranges::find(table->languages(), language),
              table->languages().end())
        << language;
  }
}

TEST(ShippedTableTest, RecognisesEverydaySentences) {
  const std::vector<std::string> served = {"en", "es", "de", "fr"};
  const LanguageDetector detector(ShippedLanguageTable(), served);
  struct Case {
    std::string text;
    std::string language;
  };
  const std::vector<Case> cases = {
      {"Where did you put my keys?", "en"},
      {"See you tomorrow!", "en"},
      {"The invoice is due on Friday.", "en"},
      {"\u00bfD\u00f3nde est\u00e1n mis llaves?", "es"},
      {"Hasta ma\u00f1ana, amigo", "es"},
      {"La factura vence el viernes.", "es"},
      {"Wo sind meine Schl\u00fcssel?", "de"},
      {"Bis morgen dann", "de"},
      {"Die Rechnung ist am Freitag f\u00e4llig.", "de"},
      {"O\u00f9 sont mes cl\u00e9s ?", "fr"},
      {"\u00c0 demain matin", "fr"},
      {"La facture est \u00e0 payer vendredi.", "fr"},
  };
  for (const Case& test : cases) {
    const std::vector<DetectedLanguage> found = detector.Detect(test.text);
    ASSERT_FALSE(found.empty()) << test.text;
    EXPECT_EQ(found.front().language, test.language) << test.text;
  }
}

}  // namespace
}  // namespace interpres
