#include "model/document/word_stemmer.h"

#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

TEST(WordStemmerTest, FormsOfAWordHaveOneStem) {
  const WordStemmer english("en");
  EXPECT_EQ(english.Stem(U"Licenses"), english.Stem(U"license"));
  EXPECT_NE(english.Stem(U"cat"), english.Stem(U"dog"));
  const WordStemmer spanish("es");
  EXPECT_EQ(spanish.Stem(U"canción"), spanish.Stem(U"CANCIONES"));
  const WordStemmer german("de");
  EXPECT_EQ(german.Stem(U"Häuser"), german.Stem(U"Haus"));
  const WordStemmer french("fr");
  EXPECT_EQ(french.Stem(U"chats"), french.Stem(U"chat"));
  const WordStemmer italian("it");
  EXPECT_EQ(italian.Stem(U"gatti"), italian.Stem(U"gatto"));
  const WordStemmer portuguese("pt");
  EXPECT_EQ(portuguese.Stem(U"gatos"), portuguese.Stem(U"gato"));
}

TEST(WordStemmerTest, SixLanguagesHaveStems) {
  for (const char* code : {"de", "en-GB", "ES_mx", "fra", "it", "pt-BR"}) {
    EXPECT_TRUE(HasStems(code)) << code;
  }
  for (const char* code : {"", "ja", "est", "english"}) {
    EXPECT_FALSE(HasStems(code)) << code;
  }
}

TEST(WordStemmerTest, OddWordsAreKept) {
  const WordStemmer english("en");
  EXPECT_EQ(english.Stem(U""), "");
  const std::u32string ones(1000, U'S');
  EXPECT_EQ(english.Stem(ones), std::string(1000, 's'));
  EXPECT_EQ(english.Stem(U"\x4e16\x754c"), "\xe4\xb8\x96\xe7\x95\x8c");
}

}  // namespace
}  // namespace interpres
