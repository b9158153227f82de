#include "model/language/language_match.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

// Returns the served code that is chosen, or "no match".
std::string Nearest(std::string_view wanted,
                    const std::vector<std::string>& served) {
  const std::optional<std::size_t> index = NearestLanguage(wanted, served);
  return index ? served[*index] : "no match";
}

TEST(LanguageMatchTest, FindsTheNearestServedCode) {
  struct Case {
    std::string wanted;
    std::vector<std::string> served;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"ES", {"en", "es"}, "es"},
      {"es_ES", {"en", "es"}, "es"},
      {"es-MX", {"en", "es"}, "es"},
      {"spa", {"en", "es"}, "es"},
      {"es", {"spa_Latn"}, "spa_Latn"},
      {"es", {"en_XX", "es_XX"}, "es_XX"},
      {"iw", {"he"}, "he"},
      // The region comes last.
      {"pt-PT", {"pt-BR", "pt"}, "pt"},
      {"pt-PT", {"pt-BR"}, "pt-BR"},
      {"pt_br", {"pt-PT", "pt-BR"}, "pt-BR"},
      {"pt", {"pt-PT", "pt-BR"}, "pt-PT"},
      {"pt-BR", {"pt_br", "pt-BR"}, "pt-BR"},
      // The script comes first.
      {"zh-Hant", {"zh-Hans", "zh-Hant"}, "zh-Hant"},
      {"zh-Hant", {"zh", "zh-TW"}, "zh-TW"},
      {"zh-Hant", {"en", "zh-Hans"}, "zh-Hans"},
      {"zh-TW", {"zho_Hans", "zho_Hant"}, "zho_Hant"},
      {"zh", {"zho_Hant", "zho_Hans"}, "zho_Hans"},
      {"sr-Latn", {"srp_Cyrl", "srp_Latn"}, "srp_Latn"},
      // Macrolanguages.
      {"no", {"nn", "nb"}, "nb"},
      {"nn", {"nb"}, "nb"},
      {"nn", {"no", "nn"}, "nn"},
      {"nb", {"nno_Latn"}, "nno_Latn"},
      {"fa", {"pes_Arab"}, "pes_Arab"},
      {"fa", {"prs_Arab", "pes_Arab"}, "pes_Arab"},
      {"arz", {"ar"}, "ar"},
      {"ar", {"arz", "arb"}, "arb"},
      {"et", {"ekk"}, "ekk"},
      {"lv", {"lvs_Latn"}, "lvs_Latn"},
      {"sw", {"swh"}, "swh"},
      {"ku", {"kmr"}, "kmr"},
      {"hr", {"sh"}, "sh"},
      {"sh", {"hr"}, "hr"},
  };
  for (const Case& test : cases) {
    EXPECT_EQ(Nearest(test.wanted, test.served), test.expected) << test.wanted;
  }
}

TEST(LanguageMatchTest, OtherLanguagesNeverMatch) {
  EXPECT_EQ(Nearest("ca", {"es", "fr"}), "no match");
  EXPECT_EQ(Nearest("uk", {"ru"}), "no match");
  EXPECT_EQ(Nearest("id", {"ms"}), "no match");
  EXPECT_EQ(Nearest("yue", {"zh"}), "no match");
  EXPECT_EQ(Nearest("ckb", {"ku"}), "no match");
  EXPECT_EQ(Nearest("hr", {"sr", "bs"}), "no match");
  EXPECT_EQ(Nearest("arz", {"apc"}), "no match");
  EXPECT_EQ(Nearest("gl", {"pt", "es"}), "no match");
  EXPECT_EQ(Nearest("und", {"en"}), "no match");
  EXPECT_EQ(Nearest("en", {}), "no match");
}

TEST(LanguageMatchTest, EmptyCodesMatchEverything) {
  EXPECT_EQ(Nearest("", {"en", "es"}), "en");
  EXPECT_EQ(Nearest("sv", {""}), "");
  // A stated language is nearer than an unstated one.
  EXPECT_EQ(Nearest("pt-PT", {"", "pt-BR"}), "pt-BR");
  LanguageMatcher matcher("zh-Hant-TW");
  EXPECT_EQ(matcher.DistanceTo(""), LanguageMatcher::kUnstated);
  EXPECT_LT(*matcher.DistanceTo("zh-Hans-CN"), LanguageMatcher::kUnstated);
}

TEST(LanguageMatchTest, AModelMayUseItsOwnCodes) {
  EXPECT_EQ(Nearest("xx1", {"en", "xx1"}), "xx1");
  EXPECT_EQ(Nearest("-", {"-"}), "-");
}

TEST(IsSameLanguageTest, ComparesLanguagesInAnySpelling) {
  EXPECT_TRUE(IsSameLanguage("es", "spa"));
  EXPECT_TRUE(IsSameLanguage("pt-BR", "pt_PT"));
  EXPECT_FALSE(IsSameLanguage("es", "ca"));
  EXPECT_FALSE(IsSameLanguage("", "es"));
  EXPECT_FALSE(IsSameLanguage("es", ""));
}

TEST(IsSameWrittenLanguageTest, AnotherScriptOrStandardIsAnotherLanguage) {
  EXPECT_TRUE(IsSameWrittenLanguage("es", "spa"));
  EXPECT_TRUE(IsSameWrittenLanguage("pt-BR", "pt_PT"));
  EXPECT_TRUE(IsSameWrittenLanguage("zh-TW", "zho_Hant"));
  EXPECT_TRUE(IsSameWrittenLanguage("no", "nob_Latn"));
  EXPECT_FALSE(IsSameWrittenLanguage("zh", "zh-Hant"));
  EXPECT_FALSE(IsSameWrittenLanguage("sr-Latn", "sr"));
  EXPECT_FALSE(IsSameWrittenLanguage("nb", "nn"));
  EXPECT_FALSE(IsSameWrittenLanguage("no", "nn"));
  EXPECT_FALSE(IsSameWrittenLanguage("ar", "arz"));
  EXPECT_FALSE(IsSameWrittenLanguage("", "es"));
  EXPECT_FALSE(IsSameWrittenLanguage("es", ""));
}

}  // namespace
}  // namespace interpres
