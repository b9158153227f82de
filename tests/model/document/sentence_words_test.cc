#include "model/document/sentence_words.h"

#include "gtest/gtest.h"

namespace interpres {
namespace {

using Language = SentenceLanguage;

TEST(SentenceWordsTest, FirstWordsHaveACapital) {
  EXPECT_TRUE(IsFirstWord(Language::kEnglish, U"The"));
  EXPECT_FALSE(IsFirstWord(Language::kEnglish, U"the"));
  EXPECT_FALSE(IsFirstWord(Language::kEnglish, U"Senate"));
  EXPECT_FALSE(IsFirstWord(Language::kEnglish, U""));
  EXPECT_TRUE(IsCommonWord(Language::kEnglish, U"the"));
}

TEST(SentenceWordsTest, LanguagesDiffer) {
  EXPECT_TRUE(IsFirstWord(Language::kGerman, U"Über"));
  EXPECT_FALSE(IsFirstWord(Language::kEnglish, U"Über"));
  EXPECT_TRUE(IsFirstWord(Language::kUnknown, U"Über"));
  EXPECT_FALSE(IsFirstWord(Language::kOther, U"The"));
  EXPECT_FALSE(IsFirstWord(Language::kRussian, U"The"));
}

TEST(SentenceWordsTest, OtherLists) {
  EXPECT_TRUE(IsSpeechVerb(Language::kSpanish, U"dijo"));
  EXPECT_FALSE(IsSpeechVerb(Language::kSpanish, U"said"));
  EXPECT_TRUE(IsSectionWord(Language::kGerman, U"Kapitel"));
  EXPECT_TRUE(IsSectionWord(Language::kEnglish, U"Kapitel"));
  EXPECT_TRUE(IsSectionWord(Language::kPolish, U"rozdział"));
  EXPECT_FALSE(IsSectionWord(Language::kEnglish, U"rozdział"));
  EXPECT_FALSE(IsSectionWord(Language::kGerman, U"Haus"));
  EXPECT_TRUE(FollowsOrdinal(Language::kGerman, U"Mai"));
  EXPECT_FALSE(FollowsOrdinal(Language::kEnglish, U"Mai"));
  EXPECT_TRUE(IsNameWithMark(U"Yahoo"));
  EXPECT_FALSE(IsNameWithMark(U"Hello"));
}

}  // namespace
}  // namespace interpres
