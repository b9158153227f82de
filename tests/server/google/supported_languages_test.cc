// SupportedLanguagesOf is tested by tests/integration/server_google_test.cc.

#include "server/google/supported_languages.h"

#include <gtest/gtest.h>

namespace interpres::google_api {
namespace {

void AddPair(const char* source, const char* target, const char* model,
             const char* pivot, v1::ListLanguagesResponse& pairs) {
  v1::LanguagePair& pair = *pairs.add_pairs();
  pair.set_source_language(source);
  pair.set_target_language(target);
  pair.add_models(model);
  pair.set_pivot_language(pivot);
}

// Returns lines of a code, a name and the directions.
std::string Lines(const v3::SupportedLanguages& languages) {
  std::string lines;
  for (const v3::SupportedLanguage& language : languages.languages()) {
    lines += language.language_code() + " " + language.display_name() +
             (language.support_source() ? " source" : "") +
             (language.support_target() ? " target" : "") + "\n";
  }
  return lines;
}

class SupportedLanguagesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    AddPair("en", "es", "one", "", pairs_);
    AddPair("de", "en", "two", "", pairs_);
    AddPair("de", "es", "one", "en", pairs_);
    AddPair("", "fr", "three", "", pairs_);
  }

  v1::ListLanguagesResponse pairs_;
};

TEST_F(SupportedLanguagesTest, EachLanguageOnceSorted) {
  EXPECT_EQ(Lines(LanguagesOf(pairs_, "", "")),
            "de  source\nen  source target\nes  target\nfr  target\n");
}

TEST_F(SupportedLanguagesTest, NamesInTheDisplayLanguage) {
  EXPECT_EQ(Lines(LanguagesOf(pairs_, "", "es")),
            "de alem\u00e1n source\nen ingl\u00e9s source target\n"
            "es espa\u00f1ol target\nfr franc\u00e9s target\n");
}

TEST_F(SupportedLanguagesTest, AModelHasItsDirectPairs) {
  EXPECT_EQ(Lines(LanguagesOf(pairs_, "one", "")), "en  source\nes  target\n");
  EXPECT_EQ(Lines(LanguagesOf(pairs_, "four", "")), "");
}

}  // namespace
}  // namespace interpres::google_api
