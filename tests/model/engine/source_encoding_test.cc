#include "model/engine/source_encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/engine/carried_runs.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SourceEncodingTest : public ::testing::Test {
 protected:
  EncodedText Encode(std::string_view text) const {
    return EncodeSourceText(*tokenizer_, respelling_, text, {}).value();
  }

  // The bytes of each piece, "?" for an unknown one.
  std::vector<std::string> Pieces(const std::string& text) const {
    const EncodedText source = Encode(text);
    std::vector<std::string> pieces;
    for (int32_t k = 0; k < source.pieces; ++k) {
      const int64_t begin = source.piece_offsets[k];
      pieces.push_back(text.substr(begin, source.piece_offsets[k + 1] - begin));
      if (source.own_pieces()[k] == tokenizer_->unk_id()) {
        pieces.back() += "?";
      }
    }
    return pieces;
  }

  std::vector<std::string> Unknown(const std::string& text) const {
    std::vector<std::string> unknown = Pieces(text);
    std::erase_if(unknown, [](const std::string& piece) {
      return !piece.ends_with('?');
    });
    return unknown;
  }

  std::vector<CarriedRun> Runs(std::string_view text) const {
    return FindCarriedRuns(text, Encode(text), respelling_, *tokenizer_);
  }

  std::vector<std::string> RunTexts(std::string_view text) const {
    std::vector<std::string> texts;
    for (const CarriedRun& run : Runs(text)) {
      texts.push_back(run.text + (run.is_word ? " (word)" : ""));
    }
    return texts;
  }

  const std::unique_ptr<const Tokenizer> tokenizer_ = MakeTinyTokenizer();
  Respelling respelling_;
};

TEST_F(SourceEncodingTest, EncodesKnownTextAsTheTokenizerDoes) {
  const EncodedText plain =
      tokenizer_->EncodeSource("El niño, 12 gatos.", "").value();
  const EncodedText source = Encode("El niño, 12 gatos.");
  EXPECT_EQ(source.ids, plain.ids);
  EXPECT_EQ(source.piece_offsets, plain.piece_offsets);
  EXPECT_THAT(source.piece_offsets, SizeIs(source.pieces + 1));
  EXPECT_THAT(Encode("").piece_offsets, IsEmpty());
  EXPECT_THAT(Runs("El niño, 12 gatos."), IsEmpty());
}

TEST_F(SourceEncodingTest, PiecesTileTheText) {
  for (const std::string text :
       {"  the  cat \t12² 🎉🎉 Dvořák ½ cup ", "²³ q\u0303a ⁴", "①②③",
        "👩‍🚀👍🏽🇪🇸🇬🇧1️⃣",
        "ﬁne … a\u00adb \ufeff c"}) {
    const EncodedText source = Encode(text);
    ASSERT_THAT(source.piece_offsets, SizeIs(source.pieces + 1));
    EXPECT_TRUE(std::is_sorted(source.piece_offsets.begin(),
                               source.piece_offsets.end()));
    EXPECT_GE(source.piece_offsets.front(), 0);
    EXPECT_LE(source.piece_offsets.back(), std::ssize(text));
  }
}

TEST_F(SourceEncodingTest, LossyCharactersAreUnknown) {
  EXPECT_THAT(Unknown("12² plantas"), ElementsAre("²?"));
  EXPECT_THAT(Unknown("½ taza de café™"), ElementsAre("½?", "™?"));
  EXPECT_THAT(Unknown("el ﬁn …"), IsEmpty()) << "these keep their meaning";
  EXPECT_THAT(Unknown("1º, 2ª"), ElementsAre("º?", "ª?"));
  respelling_ = Respelling(*tokenizer_, {"es"});
  EXPECT_THAT(Unknown("1º, 2ª"), IsEmpty()) << "the model has learnt them";
}

TEST_F(SourceEncodingTest, ClustersAreWhollyUnknown) {
  EXPECT_THAT(Unknown("1️⃣ gato"), ElementsAre("1️⃣?"));
  EXPECT_THAT(Unknown("a n\u0304a"), ElementsAre("n\u0304?"));
}

TEST_F(SourceEncodingTest, InvalidUtf8IsAnError) {
  EXPECT_THAT(
      std::string(
          EncodeSourceText(*tokenizer_, {}, "a\xff", {}).status().message()),
      HasSubstr("byte offset 1"));
}

TEST_F(SourceEncodingTest, BytesSpellUnknownCharacters) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  EXPECT_EQ(tokenizer->unknown_character(), "");
  const EncodedText source =
      EncodeSourceText(*tokenizer, {}, "el gato 🎉 ж", {}).value();
  const EncodedText plain = tokenizer->EncodeSource("el gato 🎉 ж", "").value();
  EXPECT_EQ(source.ids, plain.ids);
  EXPECT_EQ(source.piece_offsets, plain.piece_offsets);
}

TEST_F(SourceEncodingTest, BytesSpellLossyCharacters) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  for (const std::string text :
       {"²", "①② gato", "12² 🎉 ½", "\u2122 \uf8ff \u00b3\uf8ff\u00b3",
        "el gato ℃\u0301."}) {
    const EncodedText source =
        EncodeSourceText(*tokenizer, {}, text, {}).value();
    EXPECT_EQ(tokenizer->Decode(source.ids), text);
    ASSERT_THAT(source.piece_offsets, SizeIs(source.pieces + 1));
    EXPECT_TRUE(std::is_sorted(source.piece_offsets.begin(),
                               source.piece_offsets.end()));
    EXPECT_EQ(source.piece_offsets.front(), 0);
    EXPECT_EQ(source.piece_offsets.back(), std::ssize(text));
    EXPECT_EQ(source.ids.back(), tokenizer->eos_id());
  }
}

TEST_F(SourceEncodingTest, EmojiAreSeenWithoutTagCharacters) {
  const std::string england =
      "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f";
  const std::string text = "el " + england + ", gato" + england;
  const std::string shown = "el 🏴, gato🏴";
  for (const auto& tokenizer :
       {MakeTinyTokenizer(kTinyByteVocabulary), MakeTinyTokenizer()}) {
    const EncodedText source =
        EncodeSourceText(*tokenizer, {}, text, {}).value();
    EXPECT_EQ(source.ids, EncodeSourceText(*tokenizer, {}, shown, {})->ids);
    ASSERT_THAT(source.piece_offsets, SizeIs(source.pieces + 1));
    EXPECT_EQ(source.piece_offsets.back(), std::ssize(text));
    std::vector<std::string> found;
    for (const CarriedRun& run :
         FindCarriedRuns(text, source, {}, *tokenizer)) {
      found.push_back(run.text);
    }
    EXPECT_THAT(found, ElementsAre(england, england));
  }
}

TEST_F(SourceEncodingTest, SignsInBytesAreRuns) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  const std::string text = "el gato 👩‍🚀 жж ②, 12½";
  const EncodedText source = EncodeSourceText(*tokenizer, {}, text, {}).value();
  std::vector<std::string> found;
  for (const CarriedRun& run : FindCarriedRuns(text, source, {}, *tokenizer)) {
    EXPECT_TRUE(run.is_visible);
    EXPECT_TRUE(tokenizer->IsSourceByte(source.ids[run.last_token]))
        << run.text;
    const auto lead = static_cast<uint8_t>(run.text.front());
    EXPECT_EQ(source.ids[run.first_token], tokenizer->SourceByteId(lead))
        << run.text;
    found.push_back(run.text);
  }
  EXPECT_THAT(found, ElementsAre("👩‍🚀", "②", "½"))
      << "letters may be translated";
}

TEST_F(SourceEncodingTest, WordsWithForeignLettersAreRuns) {
  const auto tokenizer = MakeTinyTokenizer(kTinyByteVocabulary);
  const auto runs = [&](const std::string& text,
                        const std::vector<std::string>& languages) {
    const Respelling respelling(*tokenizer, languages);
    const EncodedText source =
        EncodeSourceText(*tokenizer, respelling, text, {}).value();
    std::vector<std::string> texts;
    for (const CarriedRun& run :
         FindCarriedRuns(text, source, respelling, *tokenizer)) {
      EXPECT_TRUE(run.is_visible);
      texts.push_back(run.text + (run.is_word ? " (word)" : ""));
    }
    return texts;
  };
  EXPECT_THAT(runs("🎉 Łódź, ñandú, Dvořák y ł", {"en", "es"}),
              ElementsAre("🎉", "Łódź (word)", "Dvořák (word)", "ł (word)"));
  EXPECT_THAT(runs("Łódź, ñandú", {"en", "es", "pl"}), IsEmpty());
  EXPECT_THAT(runs("el नमस्ते, 東京へ y สวัสดี.", {"en", "es"}),
              ElementsAre("नमस्ते (word)", "東京へ (word)", "สวัสดี (word)"));
  EXPECT_THAT(runs("un コーヒー.", {"en", "es"}),
              ElementsAre("コーヒー (word)"));
  EXPECT_THAT(runs("ofﬁcina Ａ", {"en", "es"}), IsEmpty());
  EXPECT_THAT(runs("AKB東京 y привет東京", {"en", "es"}),
              ElementsAre("東京", "привет東京 (word)"));
  EXPECT_THAT(runs("हिन्दी 東京 鷗", {"hi", "ja"}), IsEmpty())
      << "a script has more letters than its alphabet here";
  EXPECT_THAT(runs("Łódź, ñandú", {"en", "tlh-x-none"}), IsEmpty())
      << "no alphabet is known";
  EXPECT_THAT(runs("Łódź", {}), IsEmpty());
  EXPECT_FALSE(Respelling(*tokenizer_, {"en", "es"}).IsForeign(U'ł'))
      << "without byte fallback the letter is unknown";
}

TEST_F(SourceEncodingTest, RunsAreWholeClusters) {
  EXPECT_THAT(RunTexts("el 👩‍🚀 y 🇪🇸🇬🇧!"),
              ElementsAre("👩‍🚀", "🇪🇸🇬🇧"));
  EXPECT_THAT(RunTexts("12² plantas, ½"), ElementsAre("²", "½"));
  EXPECT_THAT(RunTexts("🎉"), ElementsAre("🎉"));
}

TEST_F(SourceEncodingTest, UnknownLettersTakeTheirWord) {
  EXPECT_THAT(RunTexts("la casa de Dvořák, y H₂O"),
              ElementsAre("Dvořák (word)", "H₂O (word)"));
  EXPECT_THAT(RunTexts("Žluťoučký"), ElementsAre("Žluťoučký (word)"));
  EXPECT_THAT(RunTexts("casa™ x² gato¹"), ElementsAre("™", "²", "¹"));
  EXPECT_THAT(RunTexts("el привет gato"), ElementsAre("привет"));
  EXPECT_THAT(RunTexts("gato🎉perro"), ElementsAre("🎉"));
}

TEST_F(SourceEncodingTest, RespelledWordsHaveKnownPieces) {
  const std::string text = "Árbol 🎉 según un ñandú";
  EXPECT_THAT(Unknown(text), ElementsAre("Á?", "🎉?", "ú?", "ú?"));
  respelling_ = Respelling(*tokenizer_, {"es"});
  EXPECT_THAT(Unknown(text), ElementsAre("🎉?"));
  EXPECT_EQ(Encode(text).ids, Encode("árbol 🎉 segun un ñandu").ids);
  const EncodedText source = Encode(text);
  EXPECT_EQ(source.piece_offsets.back(), std::ssize(text));
  EXPECT_TRUE(
      std::is_sorted(source.piece_offsets.begin(), source.piece_offsets.end()));
}

TEST_F(SourceEncodingTest, ALetterInAHiddenClusterIsNotRespelled) {
  respelling_ = Respelling(*tokenizer_, {"es"});
  const std::string text = "Árbol ú\u0304 según²";
  EXPECT_THAT(Unknown(text), ElementsAre("ú\u0304?", "²?"));
}

TEST_F(SourceEncodingTest, RespelledWordsAreRuns) {
  respelling_ = Respelling(*tokenizer_, {"es"});
  const std::vector<CarriedRun> runs = Runs("Árbol 🎉 ñandú, Ávila Dvořúák");
  ASSERT_THAT(runs, SizeIs(5));
  EXPECT_EQ(runs[0].text, "Árbol");
  EXPECT_TRUE(runs[0].is_word && runs[0].is_respelled);
  EXPECT_TRUE(runs[0].is_capital_start);
  EXPECT_EQ(runs[1].text, "🎉");
  EXPECT_FALSE(runs[1].is_respelled);
  EXPECT_EQ(runs[2].text, "ñandú");
  EXPECT_TRUE(runs[2].is_respelled && !runs[2].is_capital_start);
  EXPECT_EQ(runs[3].text, "Ávila");
  EXPECT_FALSE(runs[3].is_respelled) << "a name is copied";
  EXPECT_EQ(runs[4].text, "Dvořúák");
  EXPECT_FALSE(runs[4].is_respelled) << "the model does not see ř";
}

TEST_F(SourceEncodingTest, RunsKnowTheirSurroundings) {
  const std::vector<CarriedRun> runs = Runs("el 12² y €12 🎉");
  ASSERT_THAT(runs, SizeIs(3));
  EXPECT_FALSE(runs[0].space_before);
  EXPECT_TRUE(runs[0].space_after);
  EXPECT_TRUE(runs[1].space_before);
  EXPECT_FALSE(runs[1].space_after);
  EXPECT_TRUE(runs[2].space_before && runs[2].space_after);
  const EncodedText source = Encode("el 12² y €12 🎉");
  for (const CarriedRun& run : runs) {
    EXPECT_EQ(run.first_token, run.last_token);
    EXPECT_EQ(source.ids[run.first_token], tokenizer_->unk_id());
  }
}

}  // namespace
}  // namespace interpres
