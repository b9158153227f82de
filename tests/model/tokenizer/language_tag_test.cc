#include "model/tokenizer/language_tag.h"

#include <optional>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(LanguageTagTest, KnowsWhatCanBeACode) {
  for (const char* code : {"es", "pt-BR", "zh_Hant", "419"}) {
    EXPECT_TRUE(IsLanguageCode(code)) << code;
  }
  for (const char* text :
       {"", "e s", "es<<", ">>es<<", "\u00f1", "../es", "-"}) {
    EXPECT_FALSE(IsLanguageCode(text)) << text;
  }
  EXPECT_TRUE(IsLanguageCode(std::string(35, 'a')));
  EXPECT_FALSE(IsLanguageCode(std::string(36, 'a')));
}

TEST(LanguageTagTest, FindsTheLanguageOfATag) {
  EXPECT_EQ(LanguageTag("es"), ">>es<<");
  for (const std::string_view code : {"es", "pt-BR", "x"}) {
    EXPECT_EQ(LanguageOfTag(LanguageTag(code)), code);
  }
}

TEST(LanguageTagTest, OtherPiecesAreNoTags) {
  for (const char* piece :
       {"", ">>", "<<", ">><<", ">>es", "es<<", "\u2581>>es<<", ">>es<< "}) {
    EXPECT_EQ(LanguageOfTag(piece), std::nullopt) << piece;
  }
}

TEST(LanguageTagTest, CorpusTagsAreNoLanguageTags) {
  EXPECT_EQ(CorpusTag("bt"), "<<bt>>");
  EXPECT_EQ(NameOfCorpusTag("<<bt>>"), "bt");
  EXPECT_EQ(LanguageOfTag("<<bt>>"), std::nullopt);
  for (const char* piece :
       {"", "<<>>", ">>bt<<", "<<b t>>", "<<bt>", "\u2581<<bt>>"}) {
    EXPECT_EQ(NameOfCorpusTag(piece), std::nullopt) << piece;
  }
}

}  // namespace
}  // namespace interpres
