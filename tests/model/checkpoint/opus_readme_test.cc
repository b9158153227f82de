#include "model/checkpoint/opus_readme.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(OpusReadmeTest, ReadsTheLanguages) {
  const LanguageDirection direction = LanguagesInReadme(
      "# opus-2020-02-26.zip\n\n* dataset: opus\n* source language(s): en\r\n"
      "* target language(s): de\n* source language(s): fr\n");
  EXPECT_EQ(direction.source, "en");
  EXPECT_EQ(direction.target, "de");
  const LanguageDirection other =
      LanguagesInReadme("* source language: eng\n* target languages: spa\n");
  EXPECT_EQ(other.source, "eng");
  EXPECT_EQ(other.target, "spa");
}

TEST(OpusReadmeTest, SeveralLanguagesAreNoLanguage) {
  const LanguageDirection direction = LanguagesInReadme(
      "* source language(s): eng\n* target language(s): dan nno swe\n");
  EXPECT_EQ(direction.source, "eng");
  EXPECT_EQ(direction.target, "");
  EXPECT_EQ(LanguagesInReadme("* source languages spoken: eng\n").source, "");
  EXPECT_EQ(LanguagesInReadme("").source, "");
  EXPECT_EQ(LanguagesInReadme("* source language: espa\xf1ol\n").source, "");
}

TEST(OpusReadmeTest, NamesHaveLanguagesAtTheEnd) {
  EXPECT_EQ(LanguagesInName("eng-deu"), (LanguageDirection{"eng", "deu"}));
  EXPECT_EQ(LanguagesInName("opus-mt-en-de"), (LanguageDirection{"en", "de"}));
  EXPECT_EQ(LanguagesInName("en-de.zip"), (LanguageDirection{"en", "de"}));
  for (const char* name :
       {"", "model", "opus-2020-02-26", "en-DE", "-", "a-b", "mt-basque"}) {
    EXPECT_EQ(LanguagesInName(name), LanguageDirection()) << name;
  }
}

}  // namespace
}  // namespace interpres
