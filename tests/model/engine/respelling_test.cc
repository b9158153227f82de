#include "model/engine/respelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "model/document/characters.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The vocabulary knows á, é, í, ñ, ó and ü, but not ú and no accented capital.
class RespellingTest : public ::testing::Test {
 protected:
  // Returns the letters that have another spelling, as "letter>spelling".
  static std::vector<std::string> Find(const Respelling& respelling,
                                       const std::u32string& text) {
    std::vector<std::string> found;
    for (const Respelling::Letter& letter : respelling.Find(text)) {
      found.push_back(EncodeUtf8(text.substr(letter.character, 1)) + ">" +
                      std::string(letter.spelling));
    }
    return found;
  }

  const Respelling spanish_{*MakeTinyTokenizer(), {"es"}};
};

TEST_F(RespellingTest, ACapitalAtTheStartBecomesSmall) {
  EXPECT_THAT(Find(spanish_, U"Árbol"), ElementsAre("Á>á"));
  EXPECT_THAT(Find(spanish_, U"¡\u201cÉl!"), ElementsAre("É>é"));
  EXPECT_THAT(Find(spanish_, U"Único"), ElementsAre("Ú>U"))
      << "the small letter is unknown, too";
}

TEST_F(RespellingTest, OtherLettersLoseTheirAccent) {
  EXPECT_THAT(Find(spanish_, U"Según ningún"), ElementsAre("ú>u", "ú>u"));
  EXPECT_THAT(Find(spanish_, U"ÁRBOL"), ElementsAre("Á>A"));
}

TEST_F(RespellingTest, NamesStay) {
  EXPECT_THAT(Find(spanish_, U"En Ávila, Perú y África"), IsEmpty());
  EXPECT_THAT(Find(spanish_, U"- Ávila según Perú"), ElementsAre("Á>á", "ú>u"))
      << "the first word may be a name or not";
}

TEST_F(RespellingTest, SingleLettersStay) {
  EXPECT_THAT(Find(spanish_, U"La ú y la \"ú\"."), IsEmpty());
  EXPECT_THAT(Find(spanish_, U"ú"), IsEmpty());
  EXPECT_THAT(Find(spanish_, U"É"), ElementsAre("É>é"));
}

TEST_F(RespellingTest, SomeLanguagesHaveOrdinalSigns) {
  EXPECT_TRUE(spanish_.has_ordinal_signs());
  const auto tokenizer = MakeTinyTokenizer();
  EXPECT_TRUE(Respelling(*tokenizer, {"en", "pt-BR"}).has_ordinal_signs());
  EXPECT_FALSE(Respelling(*tokenizer, {"en"}).has_ordinal_signs());
}

TEST_F(RespellingTest, KnownAndForeignLettersStay) {
  EXPECT_THAT(
      Find(spanish_, U"Mañana, café, vergüenza; Dvořák, straße, Łódź, Ж, 中"),
      IsEmpty());
}

TEST_F(RespellingTest, LettersWithoutCaseStay) {
  std::vector<std::string> sentences = TinySentences();
  sentences.insert(sentences.end(), 20, "ᄀ ᄀ ᄀ");
  const auto tokenizer = MakeTinyTokenizer({.vocab_size = 160}, sentences);
  ASSERT_NE(tokenizer->EncodeSource("ᄀ", "")->own_pieces().back(),
            tokenizer->unk_id());
  EXPECT_THAT(Find({*tokenizer, {"ko"}}, U"각"), IsEmpty());
}

TEST_F(RespellingTest, NeedsTheLanguageAndUnknownPieces) {
  EXPECT_THAT(Find(Respelling(), U"Último"), IsEmpty());
  EXPECT_THAT(Find({*MakeTinyTokenizer(), {"en", ""}}, U"Último"), IsEmpty());
  EXPECT_THAT(
      Find({*MakeTinyTokenizer(kTinyByteVocabulary), {"es"}}, U"Último"),
      IsEmpty());
}

}  // namespace
}  // namespace interpres
