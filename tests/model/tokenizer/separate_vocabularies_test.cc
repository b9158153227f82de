// A tokenizer with a vocabulary for each language.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> SentencesOf(bool english) {
  std::vector<std::string> sentences;
  for (const TinySentencePair& pair : TinyCorpus()) {
    sentences.push_back(english ? pair.en : pair.es);
  }
  return sentences;
}

// English in bytes for unknown characters, Spanish without. Marian's source
// vocabularies have no padding.
TokenizerFiles SeparateFiles() {
  const Vocabulary source =
      TrainVocabulary(SentencesOf(true),
                      {.vocab_size = 380, .byte_fallback = true})
          .value();
  const Vocabulary target =
      TrainVocabulary(SentencesOf(false), {.vocab_size = 120}).value();
  TokenizerFiles files = {.source_spm = source.spm,
                          .target_spm = target.spm,
                          .vocabulary = target.pieces,
                          .source_vocabulary = source.pieces};
  files.source_vocabulary.erase("<pad>");
  return files;
}

std::string MessageOf(const TokenizerFiles& files) {
  const auto tokenizer = Tokenizer::Create(files);
  return tokenizer.ok() ? "ok" : std::string(tokenizer.status().message());
}

TEST(SeparateVocabulariesTest, EachSideHasItsPieces) {
  const TokenizerFiles files = SeparateFiles();
  const auto tokenizer = Tokenizer::Create(files).value();
  EXPECT_EQ(tokenizer->vocab_size(), 120);
  EXPECT_EQ(tokenizer->pad_id(), files.vocabulary.at("<pad>"));
  const auto source = tokenizer->EncodeSource("The cat sleeps.", "").value();
  for (const int32_t id : source.ids) {
    const std::string piece(tokenizer->SourcePiece(id));
    EXPECT_EQ(files.source_vocabulary.at(piece), id);
  }
  EXPECT_EQ(source.unwanted_target, tokenizer->unk_id());
  for (const std::string& text : SentencesOf(false)) {
    const auto target = tokenizer->EncodeTarget(text).value();
    EXPECT_EQ(tokenizer->Decode(target.ids), text);
    EXPECT_EQ(tokenizer->Piece(target.ids.back()), "</s>");
  }
  EXPECT_EQ(tokenizer->SourcePiece(379), "");
  EXPECT_EQ(tokenizer->Piece(120), "");
}

TEST(SeparateVocabulariesTest, UnknownPiecesAndBytesAreTheSources) {
  const auto tokenizer = Tokenizer::Create(SeparateFiles()).value();
  EXPECT_EQ(tokenizer->unknown_character(), "");
  const int32_t byte = tokenizer->SourceByteId(0xE4);
  ASSERT_GE(byte, 0);
  EXPECT_EQ(tokenizer->SourcePiece(byte), "<0xE4>");
  EXPECT_TRUE(tokenizer->IsSourceByte(byte));
  EXPECT_FALSE(tokenizer->IsSourceByte(tokenizer->source_unk_id()));
  const auto source = tokenizer->EncodeSource("\u4f60", "").value();
  EXPECT_EQ(std::ranges::count(source.ids, byte), 1);
  const auto target = tokenizer->EncodeTarget("\u4f60").value();
  EXPECT_EQ(std::ranges::count(target.ids, tokenizer->unk_id()), 1);
}

// The tag stands in the source.
TEST(SeparateVocabulariesTest, TagsAreTheSources) {
  TokenizerFiles files = SeparateFiles();
  const auto size = static_cast<int32_t>(files.source_vocabulary.size());
  files.source_vocabulary[">>es<<"] = size;
  const auto tokenizer = Tokenizer::Create(files).value();
  EXPECT_EQ(tokenizer->tagged_languages(), std::vector<std::string>{"es"});
  const auto source = tokenizer->EncodeSource("The cat", "es").value();
  EXPECT_EQ(source.ids.front(), size);
  EXPECT_TRUE(std::ranges::count(tokenizer->MarkerIds(), size) == 1);
}

TEST(SeparateVocabulariesTest, DefectsNameTheVocabulary) {
  TokenizerFiles files = SeparateFiles();
  files.source_vocabulary["another"] = 10'000;
  EXPECT_THAT(MessageOf(files), HasSubstr("the source vocabulary: piece"));
  files = SeparateFiles();
  files.vocabulary.erase("<pad>");
  EXPECT_THAT(MessageOf(files), HasSubstr("vocab.json"));
  files = SeparateFiles();
  files.source_vocabulary = {{"</s>", 0}, {"<unk>", 1}, {"a", 2}};
  EXPECT_THAT(MessageOf(files),
              HasSubstr("pieces are in the source vocabulary: the two belong"));
  files.source_vocabulary = {{"</s>", 0}, {"a", 1}};
  EXPECT_THAT(MessageOf(files),
              HasSubstr("the special piece <unk> is missing"));
}

}  // namespace
}  // namespace interpres
