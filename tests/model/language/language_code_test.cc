#include "model/language/language_code.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

// Returns the parts of the code with slashes between them, or "no language".
std::string Parts(std::string_view code) {
  const std::optional<LanguageCode> parsed = ParseLanguageCode(code);
  return parsed ? parsed->language + "/" + parsed->script + "/" + parsed->region
                : "no language";
}

TEST(LanguageCodeTest, ReadsCodesAsUsersWriteThem) {
  struct Case {
    std::string code;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"es", "es/Latn/"},        {"ES", "es/Latn/"},
      {"es-MX", "es/Latn/MX"},   {"es_mx", "es/Latn/MX"},
      {"es-419", "es/Latn/419"}, {"spa", "es/Latn/"},
      {"spa_Latn", "es/Latn/"},  {"ger", "de/Latn/"},
      {"iw", "he/Hebr/"},        {"in", "id/Latn/"},
      {"zh-Hans", "zh/Hans/"},   {"ZH-hant", "zh/Hant/"},
      {"zh-TW", "zh/Hant/TW"},   {"cmn_Hans", "zh/Hans/"},
      {"en_XX", "en/Latn/"},     {"sr", "sr/Cyrl/"},
      {"srp_Latn", "sr/Latn/"},  {"kor_Hang", "ko/Kore/"},
      {"sh", "sh/Latn/"},        {"hbs", "sh/Latn/"},
      {"ast", "ast/Latn/"},      {"pt-BR-x-private", "pt/Latn/BR"},
  };
  for (const Case& test : cases) {
    EXPECT_EQ(Parts(test.code), test.expected) << test.code;
  }
}

TEST(LanguageCodeTest, CodesThatNameNoLanguage) {
  for (const char* code : {"", "und", "-", "_", "root"}) {
    EXPECT_EQ(Parts(code), "no language") << code;
  }
  EXPECT_EQ(Parts(std::string("e\0s", 3)), "no language");
  EXPECT_EQ(Parts(std::string(100, 'a')), "no language");
  EXPECT_EQ(Parts("xyz").substr(0, 4), "xyz/");
}

TEST(LanguageCodeTest, AnyBytesAreRead) {
  for (int byte = 1; byte < 256; ++byte) {
    const std::string character(1, static_cast<char>(byte));
    (void)ParseLanguageCode(character);
    (void)ParseLanguageCode("e" + character + "s");
    (void)LanguageName("en-" + character);
    (void)LanguageNameIn(character, "es");
  }
}

TEST(LanguageCodeTest, NamesAreEnglish) {
  EXPECT_EQ(LanguageName("es"), "Spanish");
  EXPECT_EQ(LanguageName("spa_Latn"), "Spanish (Latin)");
  EXPECT_EQ(LanguageName("pt-BR"), "Portuguese (Brazil)");
  EXPECT_EQ(LanguageName("xyz"), "xyz");
  EXPECT_EQ(LanguageName(""), "");
}

TEST(LanguageCodeTest, NamesInOtherLanguages) {
  EXPECT_EQ(LanguageNameIn("fr", "es"), "espagnol");
  EXPECT_EQ(LanguageNameIn("de-AT", "pt-BR"), "Portugiesisch (Brasilien)");
  EXPECT_EQ(LanguageNameIn("es_419", "zh-Hant"), "chino (tradicional)");
  EXPECT_EQ(LanguageNameIn("", "es"), "Spanish");
  EXPECT_EQ(LanguageNameIn("und", "es"), "Spanish");
  EXPECT_EQ(LanguageNameIn("fr", "xyz"), "xyz");
}

}  // namespace
}  // namespace interpres
