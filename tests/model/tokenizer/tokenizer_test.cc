#include "model/tokenizer/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <thread>

#include "absl/strings/str_join.h"
#include "model/base/utf8.h"
#include "model/tokenizer/token_spelling.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const TokenizerFiles& Files() {
  static const auto* const files = [] {
    const auto vocabulary = TrainVocabulary(
        TinySentences(), {.vocab_size = 160, .tagged_languages = {"es", "en"}});
    return new TokenizerFiles{.source_spm = vocabulary.value().spm,
                              .target_spm = vocabulary.value().spm,
                              .vocabulary = vocabulary.value().pieces};
  }();
  return *files;
}

std::unique_ptr<const Tokenizer> Make() {
  return Tokenizer::Create(Files()).value();
}

std::string CreateMessage(const TokenizerFiles& files) {
  const auto tokenizer = Tokenizer::Create(files);
  return tokenizer.ok() ? "ok" : std::string(tokenizer.status().message());
}

TEST(TokenizerTest, SpecialIdsComeFromTheVocabulary) {
  const auto tokenizer = Make();
  EXPECT_EQ(tokenizer->vocab_size(), 160);
  EXPECT_EQ(tokenizer->eos_id(), 0);
  EXPECT_EQ(tokenizer->unk_id(), 1);
  EXPECT_EQ(tokenizer->pad_id(), 159);
  EXPECT_EQ(tokenizer->Piece(157), ">>es<<");
  EXPECT_EQ(tokenizer->Piece(160), "");
  EXPECT_EQ(tokenizer->Piece(-1), "");
  EXPECT_THAT(tokenizer->tagged_languages(), ElementsAre("en", "es"));
}

// The rules change what the pieces spell, not where they are in the text.
TEST(TokenizerTest, RulesPrepareTheSource) {
  TokenizerFiles files = Files();
  const auto plain = Tokenizer::Create(files).value();
  files.source_rules = SourceRules::kOpusMt;
  const auto ruled = Tokenizer::Create(files).value();
  const EncodedText want = plain->EncodeSource("The cat.", "").value();
  const EncodedText found = ruled->EncodeSource("  The  cat。 ", "").value();
  EXPECT_EQ(found.ids, want.ids);
  EXPECT_EQ(found.piece_offsets.size(), want.piece_offsets.size());
  EXPECT_EQ(found.piece_offsets.front(), 0);
  EXPECT_EQ(found.piece_offsets.back(), 14);
  EXPECT_EQ(ruled->Normalize("a　“b”"), plain->Normalize("a \"b\""));
  // The target is spelled as the caller wrote it.
  EXPECT_EQ(ruled->EncodeTarget("“a").value().ids,
            plain->EncodeTarget("“a").value().ids);
  EXPECT_EQ(ruled->NBestSource("The  cat。", "", 2).value().front().text.ids,
            want.ids);
}

TEST(TokenizerTest, SourceIsTagPiecesEnd) {
  const auto tokenizer = Make();
  const EncodedText plain = tokenizer->EncodeSource("The cat", "").value();
  EXPECT_EQ(plain.first_piece, 0);
  EXPECT_EQ(plain.pieces, std::ssize(plain.ids) - 1);
  EXPECT_GT(plain.pieces, 0);
  EXPECT_EQ(plain.ids.back(), 0);
  EXPECT_EQ(tokenizer->Decode(plain.own_pieces()), "The cat");
  EXPECT_FALSE(plain.is_empty());
  EXPECT_THAT(plain.forced_target, IsEmpty());

  const EncodedText tagged = tokenizer->EncodeSource("The cat", "es").value();
  EXPECT_EQ(tagged.first_piece, 1);
  EXPECT_THAT(tagged.own_pieces(), ElementsAreArray(plain.own_pieces()));
  std::vector<int32_t> expected = plain.ids;
  expected.insert(expected.begin(), 157);
  EXPECT_EQ(tagged.ids, expected);
  EXPECT_FALSE(tagged.is_empty());
  EXPECT_THAT(tagged.forced_target, IsEmpty());
}

TEST(TokenizerTest, ATextOfSpacesHasNoPieces) {
  const auto tokenizer = Make();
  for (const char* text : {"", " ", " \n\t ", "\u3000"}) {
    const EncodedText plain = tokenizer->EncodeSource(text, "").value();
    EXPECT_TRUE(plain.is_empty()) << text;
    EXPECT_EQ(plain.first_piece, 0) << text;
    EXPECT_THAT(plain.own_pieces(), IsEmpty()) << text;
    EXPECT_THAT(plain.ids, ElementsAre(0)) << text;
    const EncodedText tagged = tokenizer->EncodeSource(text, "en").value();
    EXPECT_TRUE(tagged.is_empty()) << text;
    EXPECT_EQ(tagged.first_piece, 1) << text;
    EXPECT_THAT(tagged.own_pieces(), IsEmpty()) << text;
    EXPECT_THAT(tagged.ids, ElementsAre(158, 0)) << text;
  }
}

TEST(TokenizerTest, TargetBeginsWithWhatIsForced) {
  const auto tokenizer = Make();
  const EncodedText source = tokenizer->EncodeSource("The cat", "").value();
  const EncodedText target = tokenizer->EncodeTarget("The cat").value();
  EXPECT_EQ(target.ids, source.ids);
  EXPECT_EQ(target.first_piece, 0);
  EXPECT_EQ(target.pieces, source.pieces);

  const std::vector<int32_t> forced_ids = {158, 5};
  const EncodedText forced =
      tokenizer->EncodeTarget("The cat", forced_ids).value();
  std::vector<int32_t> expected = target.ids;
  expected.insert(expected.begin(), {158, 5});
  EXPECT_EQ(forced.ids, expected);
  EXPECT_EQ(forced.first_piece, 2);
  EXPECT_THAT(forced.own_pieces(), ElementsAreArray(target.own_pieces()));
  EXPECT_EQ(tokenizer->NBestTarget("The cat", forced_ids, 2)->front().text.ids,
            expected);
}

TEST(TokenizerTest, MarkersAreTheTagsAndTheEnd) {
  EXPECT_THAT(Make()->MarkerIds(), ElementsAre(0, 157, 158));
}

TEST(TokenizerTest, UnknownLanguageNamesTheKnownOnes) {
  const auto failed = Make()->EncodeSource("The cat", "fr");
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(failed.status().message(), HasSubstr("\"fr\"; it has: en, es"));
}

TEST(TokenizerTest, InvalidUtf8HasItsOffset) {
  const auto failed = Make()->EncodeSource("caf\xe9 now", "es");
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(failed.status().message(), HasSubstr("byte offset 3"));
  EXPECT_FALSE(Make()->EncodeTarget("\xc3").ok());
}

TEST(TokenizerTest, RoundTripIsNormalisation) {
  const auto tokenizer = Make();
  for (const std::string& sentence : TinySentences()) {
    const auto ids = tokenizer->EncodeTarget(sentence)->ids;
    EXPECT_EQ(tokenizer->Decode(ids), sentence);
    EXPECT_EQ(tokenizer->Normalize(sentence), sentence);
  }
  // Compatibility forms, a combining accent, odd spaces.
  const std::string odd = "  ma\u00f1ana\u3000\uff34he\u00a0\tcafe\u0301 ";
  EXPECT_EQ(tokenizer->Normalize(odd), "mañana The café");
  EXPECT_EQ(tokenizer->Decode(tokenizer->EncodeTarget(odd)->ids),
            "mañana The café");
}

TEST(TokenizerTest, TextNeverBecomesASpecialPieceOrATag) {
  const auto tokenizer = Make();
  for (const char* text : {"</s>", "<pad>", "<unk>", ">>es<<", ">>en<< The cat",
                           "a </s> b", "<s>", ">>es<<>>en<<"}) {
    const auto encoded = tokenizer->EncodeSource(text, "");
    ASSERT_EQ(encoded->ids.back(), 0);
    ASSERT_FALSE(encoded->is_empty());
    for (const int32_t id : encoded->own_pieces()) {
      EXPECT_NE(id, tokenizer->eos_id()) << text;
      EXPECT_NE(id, tokenizer->pad_id()) << text;
      EXPECT_LT(id, 157) << text;
    }
  }
}

// Characters that the model does not know are merged into one piece, which
// here spells the vocabulary's entries exactly.
TEST(TokenizerTest, UnknownCharactersThatSpellASpecialPiece) {
  TokenizerFiles files = Files();
  const std::string tag = ">>\u4e16<<";
  const int32_t last = 159;
  files.vocabulary.erase(">>es<<");
  files.vocabulary[tag] = 157;
  const auto tokenizer = Tokenizer::Create(files).value();
  EXPECT_EQ(tokenizer->Piece(last), "<pad>");
  for (const std::string& text : {tag, tag + " " + tag}) {
    const auto ids = tokenizer->EncodeSource(text, "")->ids;
    EXPECT_EQ(std::count(ids.begin(), ids.end(), 157), 0) << text;
    EXPECT_GT(std::count(ids.begin(), ids.end(), tokenizer->unk_id()), 0);
  }
  EXPECT_EQ(tokenizer->EncodeSource("a", "\u4e16")->ids.front(), 157);
}

TEST(TokenizerTest, UnknownTextIsShownInDecoding) {
  const auto tokenizer = Make();
  const auto ids = tokenizer->EncodeTarget("The \u4f60\u597d cat")->ids;
  EXPECT_EQ(std::count(ids.begin(), ids.end(), tokenizer->unk_id()), 1);
  EXPECT_THAT(tokenizer->Decode(ids), HasSubstr("\u2047"));
  EXPECT_THAT(tokenizer->Normalize("The \u4f60\u597d cat"),
              HasSubstr("\u4f60\u597d"));
}

TEST(TokenizerTest, DecodeSkipsMarkupAndSurvivesAnyId) {
  const auto tokenizer = Make();
  auto ids = tokenizer->EncodeSource("The cat", "es")->ids;
  ids.insert(ids.begin(), {159, 158});
  EXPECT_EQ(tokenizer->Decode(ids), "The cat");
  const std::vector<int32_t> wild = {-1, 160, INT32_MAX, INT32_MIN};
  EXPECT_THAT(tokenizer->Decode(wild), HasSubstr("\u2047"));
  EXPECT_EQ(tokenizer->Decode({}), "");
}

TEST(TokenizerTest, ThreadsShareIt) {
  const auto tokenizer = Make();
  const auto expected = tokenizer->EncodeSource("The cat sleeps", "es")->ids;
  std::vector<std::thread> threads;
  std::vector<int> equal(4, 0);
  for (int& count : equal) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        const auto ids = tokenizer->EncodeSource("The cat sleeps", "es");
        count += ids->ids == expected ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(equal, ElementsAre(200, 200, 200, 200));
}

TEST(TokenizerTest, DefectiveFilesAreNamed) {
  TokenizerFiles files = Files();
  files.source_spm.clear();
  EXPECT_THAT(CreateMessage(files), HasSubstr("source.spm: it is empty"));
  files = Files();
  files.target_spm = "not a model";
  EXPECT_THAT(CreateMessage(files), HasSubstr("target.spm: not a usable"));
  files = Files();
  files.vocabulary["The"] = 500;
  EXPECT_THAT(CreateMessage(files), HasSubstr("vocab.json: piece \"The\" has"));
  files = Files();
  files.vocabulary["</s>"] = 1;
  EXPECT_THAT(CreateMessage(files), HasSubstr("both have id 1"));
  for (const char* piece : {"</s>", "<unk>", "<pad>"}) {
    files = Files();
    const int32_t id = files.vocabulary[piece];
    files.vocabulary.erase(piece);
    files.vocabulary["@other@"] = id;
    EXPECT_THAT(CreateMessage(files),
                HasSubstr(std::string("special piece ") + piece));
  }
  files = Files();
  files.vocabulary = {{"</s>", 0}, {"<unk>", 1}, {"<pad>", 2}};
  EXPECT_THAT(CreateMessage(files), HasSubstr("belong to different models"));
}

// Found by the fuzzer: SentencePiece throws where a piece has a zero byte.
TEST(TokenizerTest, APieceWithAZeroByteIsAnError) {
  TokenizerFiles files = Files();
  files.source_spm.append("\x0a\x08\x0a\x01\x00\x15\x00\x00\x80\xbf", 10);
  EXPECT_THAT(CreateMessage(files),
              HasSubstr("source.spm: not a usable SentencePiece model"));
}

// Every cut and a flip of every 97th byte: an error or a working tokenizer.
TEST(TokenizerTest, DamagedModelsDoNotCrash) {
  const std::string& good = Files().source_spm;
  TokenizerFiles files = Files();
  for (std::size_t size = 0; size < good.size(); size += 997) {
    files.source_spm = good.substr(0, size);
    const auto tokenizer = Tokenizer::Create(files);
    if (tokenizer.ok()) {
      (void)(*tokenizer)->EncodeSource("The cat sleeps. \u00f1", "es");
    }
  }
  for (std::size_t at = 0; at < good.size(); at += 397) {
    files.source_spm = good;
    files.source_spm[at] = static_cast<char>(files.source_spm[at] ^ 0x95);
    const auto tokenizer = Tokenizer::Create(files);
    if (tokenizer.ok()) {
      (void)(*tokenizer)->EncodeSource("The cat sleeps. \u00f1", "es");
    }
  }
}

TEST(TokenizerTest, BpeComesBack) {
  const auto tokenizer =
      MakeTinyTokenizer({.vocab_size = 160, .model = SubwordModel::kBpe});
  for (const std::string& sentence : TinySentences()) {
    const auto ids = tokenizer->EncodeTarget(sentence)->ids;
    EXPECT_EQ(tokenizer->Decode(ids), sentence);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), tokenizer->unk_id()), 0);
  }
}

TEST(TokenizerTest, BytesSpellWhatHasNoPiece) {
  for (const SubwordModel model :
       {SubwordModel::kUnigram, SubwordModel::kBpe}) {
    const auto tokenizer = MakeTinyTokenizer(
        {.vocab_size = 400, .model = model, .byte_fallback = true});
    // The last looks like a byte piece and is text.
    for (const std::string text :
         {"\u4f60\u597d world", "\U0001F600", "a \u0416 b", "<0x41>"}) {
      const auto ids = tokenizer->EncodeTarget(text)->ids;
      EXPECT_EQ(std::count(ids.begin(), ids.end(), tokenizer->unk_id()), 0);
      EXPECT_EQ(tokenizer->Decode(ids), text);
      EXPECT_EQ(tokenizer->Normalize(text), text);
    }
    // Half a character does not end the process.
    const auto ids = tokenizer->EncodeTarget("\u4f60")->ids;
    EXPECT_FALSE(
        tokenizer->Decode(std::span(ids).first(ids.size() - 2)).empty());
  }
}

// The text that the offsets give to piece k.
std::string BytesOfPiece(const std::string& text, const EncodedText& encoded,
                         int32_t k) {
  const int64_t begin = encoded.piece_offsets[k];
  return text.substr(begin, encoded.piece_offsets[k + 1] - begin);
}

TEST(TokenizerTest, PiecesHaveTheirPlacesInTheText) {
  const auto tokenizer = Make();
  const std::string text = "  The  \ufb01n cat \U0001F600 ";
  const EncodedText encoded = tokenizer->EncodeSource(text, "es").value();
  ASSERT_EQ(std::ssize(encoded.piece_offsets), encoded.pieces + 1);
  std::string spelled;
  for (int32_t k = 0; k < encoded.pieces; ++k) {
    const std::string bytes = BytesOfPiece(text, encoded, k);
    spelled += bytes;
    if (encoded.own_pieces()[k] == tokenizer->unk_id()) {
      EXPECT_EQ(bytes, "\U0001F600");
    }
  }
  EXPECT_NE(spelled.find("The  \ufb01n cat \U0001F600"), std::string::npos);
  EXPECT_THAT(tokenizer->EncodeSource(" ", "es")->piece_offsets, IsEmpty());
}

TEST(TokenizerTest, OnlyAnUnknownSourceMayHaveUnknownTargets) {
  const auto tokenizer = Make();
  EXPECT_EQ(tokenizer->EncodeSource("cat", "es")->unwanted_target,
            tokenizer->unk_id());
  EXPECT_EQ(tokenizer->EncodeSource("cat \u0416", "es")->unwanted_target, -1);
  EXPECT_EQ(tokenizer->EncodeTarget("cat")->unwanted_target, -1);
}

TEST(TokenizerTest, TheUnknownCharacterIsUnknown) {
  const auto tokenizer = Make();
  const std::string& character = tokenizer->unknown_character();
  ASSERT_FALSE(character.empty());
  const EncodedText encoded =
      tokenizer->EncodeSource("cat" + character, "").value();
  EXPECT_EQ(encoded.own_pieces().back(), tokenizer->unk_id());
  EXPECT_EQ(BytesOfPiece("cat" + character, encoded, encoded.pieces - 1),
            character);
  EXPECT_EQ(MakeTinyTokenizer({.vocab_size = 400, .byte_fallback = true})
                ->unknown_character(),
            "");
}

TEST(TokenizerTest, TokensSpellWhatIsDecoded) {
  for (const bool byte_fallback : {false, true}) {
    const auto tokenizer =
        MakeTinyTokenizer({.vocab_size = byte_fallback ? 400 : 160,
                           .byte_fallback = byte_fallback});
    const auto joined = [&](const std::vector<int32_t>& ids) {
      return std::string(
          WithoutEndSpaces(absl::StrJoin(tokenizer->Spell(ids), "")));
    };
    for (const std::string& sentence : TinySentences()) {
      const std::vector<int32_t> ids = tokenizer->EncodeTarget(sentence)->ids;
      EXPECT_EQ(joined(ids), tokenizer->Decode(ids));
    }
    for (int32_t id = 0; id < tokenizer->vocab_size(); ++id) {
      const std::vector<int32_t> twice = {id, id};
      const std::string text = joined(twice);
      EXPECT_TRUE(IsValidUtf8(text)) << id;
      const std::string decoded = tokenizer->Decode(twice);
      const bool is_special = id == tokenizer->unk_id() ||
                              decoded.find("\ufffd") != std::string::npos;
      EXPECT_EQ(text, is_special ? "" : decoded) << id;
    }
    EXPECT_THAT(tokenizer->Spell(std::vector<int32_t>{-1, 100000}),
                ElementsAre("", ""));
  }
}

TEST(TokenizerTest, SegmentationsSpellTheText) {
  const auto tokenizer = Make();
  ASSERT_TRUE(tokenizer->HasAlternatives());
  const std::string text = "The teacher wrote 45 words on the board.";
  const auto ways = tokenizer->NBestSource(text, "es", 8).value();
  ASSERT_EQ(ways.size(), 8u);
  EXPECT_EQ(ways.front().text.ids, tokenizer->EncodeSource(text, "es")->ids);
  std::set<std::vector<int32_t>> different;
  double likeliest = 0.0;
  for (const Segmentation& way : ways) {
    EXPECT_EQ(tokenizer->Decode(way.text.ids), text);
    EXPECT_LE(way.log_probability, likeliest);
    likeliest = way.log_probability;
    different.insert(way.text.ids);
  }
  EXPECT_EQ(different.size(), 8u);
  EXPECT_EQ(tokenizer->NBestTarget(text, {}, 1)->front().text.ids,
            tokenizer->EncodeTarget(text)->ids);
  EXPECT_THAT(
      std::string(tokenizer->NBestTarget("\xFF", {}, 2).status().message()),
      HasSubstr("byte offset 0"));
}

TEST(TokenizerTest, BpeHasOneWayOnly) {
  const auto tokenizer =
      MakeTinyTokenizer({.vocab_size = 160, .model = SubwordModel::kBpe});
  EXPECT_FALSE(tokenizer->HasAlternatives());
  const auto ways = tokenizer->NBestTarget("The cat", {}, 8).value();
  ASSERT_EQ(ways.size(), 1u);
  EXPECT_EQ(ways.front().text.ids, tokenizer->EncodeTarget("The cat")->ids);
}

}  // namespace
}  // namespace interpres
