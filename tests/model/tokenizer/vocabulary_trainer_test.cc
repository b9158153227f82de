#include "model/tokenizer/vocabulary_trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "model/tokenizer/spm_check.h"
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

TEST(VocabularyTrainerTest, BadInputIsNamed) {
  EXPECT_THAT(TrainVocabulary({}, {}).status().message(),
              HasSubstr("no text to build a vocabulary from"));
  EXPECT_THAT(TrainVocabulary({"good", "bad \xff"}, {}).status().message(),
              HasSubstr("sentence 2 is not valid UTF-8: byte offset 4"));
  EXPECT_THAT(TrainVocabulary({"a"}, {.vocab_size = 100, .byte_fallback = true})
                  .status()
                  .message(),
              HasSubstr("vocab-size is 100; it must be between 260"));
  EXPECT_THAT(TrainVocabulary({"a"}, {.vocab_size = 3}).status().message(),
              HasSubstr("vocab-size is 3; it must be between 4"));
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
