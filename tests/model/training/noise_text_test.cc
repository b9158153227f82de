#include "model/training/noise_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "model/document/characters.h"

namespace interpres {
namespace {

const LanguageDirection kEnglishSpanish = {"en", "es"};
const LanguageDirection kSpanishEnglish = {"es", "en"};

TEST(NoiseTextTest, CapitalsFollowTheLanguageOfTheSide) {
  TextPair pair = {"Istanbul is big.", "İstanbul iyi."};
  EXPECT_TRUE(ToUpperCase({"en", "tr"}, pair));
  EXPECT_EQ(pair, (TextPair{"ISTANBUL IS BIG.", "İSTANBUL İYİ."}));
  EXPECT_FALSE(ToUpperCase({"en", "tr"}, pair));
}

TEST(NoiseTextTest, OnlySomeLanguagesWriteTitles) {
  TextPair english = {"The end of the world", "El fin del mundo"};
  EXPECT_TRUE(ToTitleCase(kEnglishSpanish, english));
  EXPECT_EQ(english, (TextPair{"The End of the World", "El fin del mundo"}));

  TextPair spanish = {"El fin del mundo", "The end of the world"};
  EXPECT_TRUE(ToTitleCase(kSpanishEnglish, spanish));
  EXPECT_EQ(spanish, (TextPair{"El Fin Del Mundo", "The End of the World"}));

  TextPair none = {"123", "abc def"};
  EXPECT_FALSE(ToTitleCase(kSpanishEnglish, none));
  EXPECT_EQ(none, (TextPair{"123", "abc def"}));
}

TEST(NoiseTextTest, TheFirstLettersGetTheOtherCase) {
  TextPair pair = {"Passport, please.", "«¿Élodie?»"};
  EXPECT_TRUE(ChangeFirstLetter(kEnglishSpanish, pair));
  EXPECT_EQ(pair, (TextPair{"passport, please.", "«¿élodie?»"}));
  EXPECT_TRUE(ChangeFirstLetter(kEnglishSpanish, pair));
  EXPECT_EQ(pair, (TextPair{"Passport, please.", "«¿Élodie?»"}));
  TextPair turkish = {"in the house", "içinde"};
  EXPECT_TRUE(ChangeFirstLetter({"en", "tr"}, turkish));
  EXPECT_EQ(turkish, (TextPair{"In the house", "İçinde"}));
}

TEST(NoiseTextTest, FirstLettersStayWhereTheirCaseHasAMeaning) {
  for (const TextPair& pair :
       {TextPair{"I'm here.", "Aquí estoy."},
        TextPair{"NATO helps.", "La OTAN"}, TextPair{"3 apples", "3 manzanas"},
        TextPair{"hello", "Hola"},
        TextPair{"{name} is here.", "{name} está aquí."},
        TextPair{"www.example.org is here.", "www.example.org está aquí."},
        TextPair{"A", "B"}, TextPair{"", ""}, TextPair{"?", "¿?"},
        TextPair{"hello", "你好"}}) {
    TextPair same = pair;
    EXPECT_FALSE(ChangeFirstLetter(kEnglishSpanish, same)) << pair.source;
    EXPECT_EQ(same, pair);
  }
}

TEST(NoiseTextTest, AtomsKeepTheirLetters) {
  const TextPair pair = {"see {{thing}} at https://a.example/b now",
                         "ver {{thing}} en https://a.example/b ya"};
  TextPair upper = pair;
  EXPECT_TRUE(ToUpperCase(kEnglishSpanish, upper));
  EXPECT_EQ(upper, (TextPair{"SEE {{thing}} AT https://a.example/b NOW",
                             "VER {{thing}} EN https://a.example/b YA"}));
  TextPair title = pair;
  EXPECT_TRUE(ToTitleCase(kSpanishEnglish, title));
  EXPECT_EQ(title, (TextPair{"See {{thing}} At https://a.example/b Now",
                             "Ver {{thing}} En https://a.example/b Ya"}));
}

TEST(NoiseTextTest, TagsReferencesAndVariablesKeepTheirLetters) {
  const TextPair pair = {"the <html> tag &nbsp; of %name%",
                         "la etiqueta <html> &nbsp; de %name%"};
  TextPair upper = pair;
  EXPECT_TRUE(ToUpperCase(kEnglishSpanish, upper));
  EXPECT_EQ(upper, (TextPair{"THE <html> TAG &nbsp; OF %name%",
                             "LA ETIQUETA <html> &nbsp; DE %name%"}));
  TextPair title = pair;
  EXPECT_TRUE(ToTitleCase(kEnglishSpanish, title));
  EXPECT_EQ(title.source, "The <html> Tag &nbsp; of %name%");
  for (uint64_t key = 0; key < 50; ++key) {
    NoiseRandom random(key);
    TextPair copied = {"<strong> &quot; %variable% <", "x"};
    EXPECT_FALSE(AddTypos(random, copied)) << copied.source;
  }
}

TEST(NoiseTextTest, EndMarksGoFromBothSides) {
  TextPair stop = {"I see.", "Ya veo."};
  EXPECT_TRUE(RemoveEndMark(stop));
  EXPECT_EQ(stop, (TextPair{"I see", "Ya veo"}));

  TextPair question = {"And who are you?", "Y ¿quién eres?"};
  EXPECT_TRUE(RemoveEndMark(question));
  EXPECT_EQ(question, (TextPair{"And who are you", "Y quién eres"}));

  TextPair wide = {"Run!", "走！"};
  EXPECT_TRUE(RemoveEndMark(wide));
  EXPECT_EQ(wide, (TextPair{"Run", "走"}));
}

TEST(NoiseTextTest, EndMarksThatDifferOrMeanMoreStay) {
  for (const TextPair& pair :
       {TextPair{"I see.", "Ya veo"}, TextPair{"I see.", "¡Ya veo!"},
        TextPair{"I see...", "Ya veo..."}, TextPair{"At 5 p.m.", "A las 5."},
        TextPair{".", "."}, TextPair{"", ""}, TextPair{"A? B?", "¿A? ¿B?"}}) {
    TextPair changed = pair;
    EXPECT_FALSE(RemoveEndMark(changed)) << pair.source;
    EXPECT_EQ(changed, pair);
  }
}

TEST(NoiseTextTest, TyposChangeOneLetterOfASmallWord) {
  std::set<int64_t> sizes;
  std::set<std::string> seen;
  for (uint64_t key = 0; key < 300; ++key) {
    NoiseRandom random(key);
    TextPair pair = {"Ana saw nothing", "Ana no vio nada"};
    ASSERT_TRUE(AddTypos(random, pair));
    EXPECT_EQ(pair.source.substr(0, 9), "Ana saw n") << pair.source;
    EXPECT_EQ(pair.target, "Ana no vio nada");
    sizes.insert(static_cast<int64_t>(pair.source.size()) - 15);
    seen.insert(pair.source);
  }
  // A letter less, two letters exchanged, a letter more.
  EXPECT_EQ(sizes, (std::set<int64_t>{-1, 0, 1}));
  EXPECT_TRUE(seen.contains("Ana saw nohting"));
  EXPECT_TRUE(seen.contains("Ana saw nothhing"));
  EXPECT_TRUE(seen.contains("Ana saw nthing"));
}

TEST(NoiseTextTest, TyposChangeWordsOfEqualLetters) {
  for (uint64_t key = 0; key < 100; ++key) {
    NoiseRandom random(key);
    TextPair pair = {"aaaa", "x"};
    ASSERT_TRUE(AddTypos(random, pair));
    EXPECT_NE(pair.source, "aaaa");
  }
}

TEST(NoiseTextTest, TyposLeaveNumbersAddressesAndCodes) {
  const TextPair pair = {
      "12345678 https://example.com/there a@example.com {there} x86there "
      "/usr/there it is",
      "es"};
  for (uint64_t key = 0; key < 100; ++key) {
    NoiseRandom random(key);
    TextPair changed = pair;
    EXPECT_FALSE(AddTypos(random, changed)) << changed.source;
    EXPECT_EQ(changed, pair);
  }
}

TEST(NoiseTextTest, TyposKeepLettersWhole) {
  for (uint64_t key = 0; key < 100; ++key) {
    NoiseRandom random(key);
    TextPair pair = {"canción señora", "song"};
    ASSERT_TRUE(AddTypos(random, pair));
    EXPECT_EQ(DecodeUtf8(pair.source).code.find(U'\uFFFD'),
              std::u32string::npos);
  }
}

}  // namespace
}  // namespace interpres
