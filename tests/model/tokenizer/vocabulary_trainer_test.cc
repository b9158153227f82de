#include "model/tokenizer/vocabulary_trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "model/tokenizer/spm_check.h"
#include "model/tokenizer/tokenizer.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(VocabularyTrainerTest, SpecialPiecesHaveTheirPlaces) {
  const auto vocabulary = TrainVocabulary(
      TinySentences(), {.vocab_size = 150, .tagged_languages = {"es", "en"}});
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  const auto& pieces = vocabulary->pieces;
  EXPECT_EQ(pieces.size(), 150u);
  EXPECT_EQ(pieces.at("</s>"), 0);
  EXPECT_EQ(pieces.at("<unk>"), 1);
  EXPECT_EQ(pieces.at(">>es<<"), 147);
  EXPECT_EQ(pieces.at(">>en<<"), 148);
  EXPECT_EQ(pieces.at("<pad>"), 149);
  std::set<int32_t> ids;
  for (const auto& [piece, id] : pieces) {
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 150u);
  EXPECT_EQ(*ids.begin(), 0);
  EXPECT_EQ(*ids.rbegin(), 149);
}

TEST(VocabularyTrainerTest, CorpusTagsStandBetweenLanguagesAndPadding) {
  const auto vocabulary =
      TrainVocabulary(TinySentences(), {.vocab_size = 150,
                                        .tagged_languages = {"es"},
                                        .corpus_tags = {"bt", "manuals"}});
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  EXPECT_EQ(vocabulary->pieces.size(), 150u);
  EXPECT_EQ(vocabulary->pieces.at(">>es<<"), 146);
  EXPECT_EQ(vocabulary->pieces.at("<<bt>>"), 147);
  EXPECT_EQ(vocabulary->pieces.at("<<manuals>>"), 148);
  EXPECT_EQ(vocabulary->pieces.at("<pad>"), 149);
}

TEST(VocabularyTrainerTest, SameInputGivesTheSameBytes) {
  const VocabularyOptions options{.vocab_size = 140};
  const auto first = TrainVocabulary(TinySentences(), options);
  const auto second = TrainVocabulary(TinySentences(), options);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->spm, second->spm);
  EXPECT_EQ(first->pieces, second->pieces);
}

TEST(VocabularyTrainerTest, BpeAndBytesKeepTheSpecialPlaces) {
  for (const SubwordModel model :
       {SubwordModel::kUnigram, SubwordModel::kBpe}) {
    const VocabularyOptions options{.vocab_size = 420,
                                    .tagged_languages = {"es"},
                                    .model = model,
                                    .byte_fallback = true};
    const auto first = TrainVocabulary(TinySentences(), options);
    const auto second = TrainVocabulary(TinySentences(), options);
    ASSERT_TRUE(first.ok() && second.ok()) << first.status();
    EXPECT_EQ(first->spm, second->spm);
    EXPECT_EQ(FindSpmDefect(first->spm), "");
    const auto& pieces = first->pieces;
    EXPECT_EQ(pieces.size(), 420u);
    EXPECT_EQ(pieces.at("</s>"), 0);
    EXPECT_EQ(pieces.at("<unk>"), 1);
    EXPECT_TRUE(pieces.contains("<0x00>") && pieces.contains("<0xFF>"));
    EXPECT_EQ(pieces.at(">>es<<"), 418);
    EXPECT_EQ(pieces.at("<pad>"), 419);
  }
}

TEST(VocabularyTrainerTest, TypesDiffer) {
  const auto unigram = TrainVocabulary(TinySentences(), {.vocab_size = 140});
  const auto bpe = TrainVocabulary(
      TinySentences(), {.vocab_size = 140, .model = SubwordModel::kBpe});
  ASSERT_TRUE(unigram.ok() && bpe.ok());
  EXPECT_NE(unigram->pieces, bpe->pieces);
  EXPECT_EQ(*ParseSubwordModel("bpe"), SubwordModel::kBpe);
  EXPECT_EQ(*ParseSubwordModel("unigram"), SubwordModel::kUnigram);
  EXPECT_THAT(ParseSubwordModel("word").status().message(),
              HasSubstr("vocab-type is \"word\""));
}

TEST(VocabularyTrainerTest, WritesNoLog) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  const auto vocabulary = TrainVocabulary(TinySentences(), {.vocab_size = 140});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(vocabulary.ok());
}

TEST(VocabularyTrainerTest, TooSmallACorpusNamesTheLargestSize) {
  VocabularyOptions options{.vocab_size = 5000,
                            .tagged_languages = {"es", "en"}};
  const auto failed = TrainVocabulary(TinySentences(), options);
  const std::string message(failed.status().message());
  const std::string before = "the largest possible size is ";
  ASSERT_THAT(message, HasSubstr(before));
  // The size that it names works, one more does not.
  options.vocab_size =
      std::stoi(message.substr(message.find(before) + before.size()));
  EXPECT_TRUE(TrainVocabulary(TinySentences(), options).ok());
  ++options.vocab_size;
  EXPECT_FALSE(TrainVocabulary(TinySentences(), options).ok());
}

TEST(VocabularyTrainerTest, TooFewPiecesForTheCharacters) {
  const auto failed = TrainVocabulary(TinySentences(), {.vocab_size = 20});
  EXPECT_THAT(failed.status().message(),
              HasSubstr("fewer than the characters of the corpus"));
}

TEST(VocabularyTrainerTest, MaxSentencesDrawsEvenly) {
  // Only even sentences are drawn, so the letter of the odd ones is unknown.
  std::vector<std::string> sentences;
  for (int i = 0; i < 50; ++i) {
    sentences.push_back("sun moon star sea");
    sentences.push_back("sun moon star sea quiz");
  }
  const VocabularyOptions all{.vocab_size = 16};
  const VocabularyOptions half{.vocab_size = 14, .max_sentences = 50};
  const auto with = TrainVocabulary(sentences, all);
  const auto without = TrainVocabulary(sentences, half);
  ASSERT_TRUE(with.ok()) << with.status();
  ASSERT_TRUE(without.ok()) << without.status();
  EXPECT_TRUE(with->pieces.contains("z"));
  EXPECT_FALSE(without->pieces.contains("z"));
}

TEST(VocabularyTrainerTest, NoSentenceIsTooLong) {
  const auto vocabulary =
      TrainVocabulary({"short", std::string(6'000, 'z')}, {.vocab_size = 11});
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  EXPECT_TRUE(vocabulary->pieces.contains("z"));
}

TEST(VocabularyTrainerTest, EveryDigitIsAPiece) {
  const std::vector<std::string> sentences(50, "sun 2024 moon 2024 x2024 star");
  VocabularyOptions options{.vocab_size = 22, .model = SubwordModel::kBpe};
  const auto joined = TrainVocabulary(sentences, options);
  options.vocab_size = 26;
  options.split_digits = true;
  const auto split = TrainVocabulary(sentences, options);
  ASSERT_TRUE(joined.ok()) << joined.status();
  ASSERT_TRUE(split.ok()) << split.status();
  const auto longest = [](const Vocabulary& vocabulary) {
    std::size_t size = 0;
    for (const auto& [piece, id] : vocabulary.pieces) {
      const bool digit = piece.find_first_of("0123456789") != piece.npos;
      size = std::max(size, digit ? piece.size() : 0);
    }
    return size;
  };
  EXPECT_GT(longest(*joined), 1U);
  EXPECT_EQ(longest(*split), 1U);
  // The text has no 7.
  EXPECT_FALSE(joined->pieces.contains("7"));
  EXPECT_TRUE(split->pieces.contains("7"));
}

TEST(VocabularyTrainerTest, CharacterCoverageLeavesRareCharactersOut) {
  std::vector<std::string> sentences(20, "sun moon star sea");
  sentences.emplace_back("quiz");
  const auto all =
      TrainVocabulary(sentences, {.vocab_size = 17, .character_coverage = 1.0});
  const auto most = TrainVocabulary(
      sentences, {.vocab_size = 14, .character_coverage = 0.98});
  ASSERT_TRUE(all.ok()) << all.status();
  ASSERT_TRUE(most.ok()) << most.status();
  EXPECT_TRUE(all->pieces.contains("z"));
  EXPECT_FALSE(most->pieces.contains("z"));
  for (const double coverage : {0.97, 1.01, std::nan("")}) {
    EXPECT_THAT(TrainVocabulary(sentences, {.character_coverage = coverage})
                    .status()
                    .message(),
                HasSubstr("character-coverage is"))
        << coverage;
  }
}

class UserSymbolsTest : public ::testing::TestWithParam<SubwordModel> {};

TEST_P(UserSymbolsTest, AreOnePieceWhereverTheyOccur) {
  const std::vector<std::string> symbols = {"<name>", "@@P,3\"@@", "½"};
  std::vector<std::string> sentences = TinySentences();
  sentences.emplace_back("the <name> of @@P,3\"@@");
  const auto vocabulary = TrainVocabulary(
      sentences,
      {.vocab_size = 160, .model = GetParam(), .user_symbols = symbols});
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  EXPECT_EQ(vocabulary->pieces.size(), 160U);
  EXPECT_EQ(FindSpmDefect(vocabulary->spm), "");
  const auto tokenizer = Tokenizer::Create({.source_spm = vocabulary->spm,
                                            .target_spm = vocabulary->spm,
                                            .vocabulary = vocabulary->pieces});
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.status();
  for (const std::string& symbol : symbols) {
    const std::string text = "the " + symbol + "house";
    const auto encoded = (*tokenizer)->EncodeTarget(text);
    ASSERT_TRUE(encoded.ok()) << encoded.status();
    EXPECT_THAT(encoded->own_pieces(),
                ::testing::Contains(vocabulary->pieces.at(symbol)));
    EXPECT_EQ((*tokenizer)->Decode(encoded->ids), text);
  }
}

INSTANTIATE_TEST_SUITE_P(VocabularyTrainerTest, UserSymbolsTest,
                         ::testing::Values(SubwordModel::kUnigram,
                                           SubwordModel::kBpe));

TEST(VocabularyTrainerTest, RefusesTextsThatAreNoSymbols) {
  const auto refusal = [](const std::vector<std::string>& symbols) {
    return std::string(
        TrainVocabulary(TinySentences(),
                        {.vocab_size = 160, .user_symbols = symbols})
            .status()
            .message());
  };
  EXPECT_THAT(refusal({""}), HasSubstr("user-symbol is \"\": it is empty"));
  EXPECT_THAT(refusal({"a b"}), HasSubstr("white space"));
  EXPECT_THAT(refusal({"a▁b"}), HasSubstr("white space"));
  EXPECT_THAT(refusal({"a\xff"}), HasSubstr("not valid UTF-8"));
  EXPECT_THAT(refusal({"a", "a"}), HasSubstr("\"a\": it is given twice"));
  EXPECT_THAT(refusal({std::string(257, 'a')}), HasSubstr("257 bytes"));
  for (const char* special :
       {"</s>", "<unk>", "<pad>", "<0x0A>", ">>es<<", "<<bt>>"}) {
    EXPECT_THAT(refusal({special}), HasSubstr("it is a special piece"));
  }
}

TEST(VocabularyTrainerTest, TagsAndSymbolsNeedEntries) {
  VocabularyOptions options = {.vocab_size = 8,
                               .tagged_languages = {"en", "es"},
                               .corpus_tags = {"bt"},
                               .user_symbols = {"<a>", "<b>"}};
  // </s>, <unk>, a piece of text, <pad>, three tags and two symbols.
  EXPECT_THAT(TrainVocabulary({"o"}, options).status().message(),
              HasSubstr("vocab-size is 8; expected 9 to"));
  options.vocab_size = 100;
  options.split_digits = true;
  const auto vocabulary = TrainVocabulary(TinySentences(), options);
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  EXPECT_EQ(vocabulary->pieces.size(), 100);
  for (const char* piece : {">>en<<", ">>es<<", "<<bt>>", "<a>", "<b>", "7"}) {
    EXPECT_TRUE(vocabulary->pieces.contains(piece)) << piece;
  }
}

TEST(VocabularyTrainerTest, BadInputIsNamed) {
  EXPECT_THAT(TrainVocabulary({}, {}).status().message(),
              HasSubstr("no text to build a vocabulary from"));
  EXPECT_THAT(TrainVocabulary({"good", "bad \xff"}, {}).status().message(),
              HasSubstr("sentence 2 is not valid UTF-8: byte offset 4"));
  EXPECT_THAT(TrainVocabulary({"a"}, {.vocab_size = 100, .byte_fallback = true})
                  .status()
                  .message(),
              HasSubstr("vocab-size is 100; expected 260"));
  EXPECT_THAT(TrainVocabulary({"a"}, {.vocab_size = 3}).status().message(),
              HasSubstr("vocab-size is 3; expected 4"));
  EXPECT_THAT(
      TrainVocabulary({"a"}, {.corpus_tags = {"b t"}}).status().message(),
      HasSubstr("the corpus name \"b t\" cannot be a tag"));
  EXPECT_THAT(
      TrainVocabulary({"a"}, {.tagged_languages = {"e s"}}).status().message(),
      HasSubstr("\"e s\" cannot be a tag"));
  EXPECT_THAT(TrainVocabulary({"a"}, {.tagged_languages = {"es", "es"}})
                  .status()
                  .message(),
              HasSubstr("es is given twice"));
  EXPECT_THAT(TrainVocabulary({"a"}, {.max_sentences = -1}).status().message(),
              HasSubstr("max_sentences is -1"));
}

}  // namespace
}  // namespace interpres
