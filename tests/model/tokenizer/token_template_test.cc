#include "model/config/token_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "model/tokenizer/tokenizer.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TokenTemplateTest, M2m100NamesBothLanguages) {
  const Vocabulary vocabulary =
      TrainVocabulary(TinySentences(),
                      {.vocab_size = 160, .tagged_languages = {"es", "en"}})
          .value();
  const auto tokenizer =
      Tokenizer::Create({.source_spm = vocabulary.spm,
                         .target_spm = vocabulary.spm,
                         .vocabulary = vocabulary.pieces,
                         .token_template = TokenTemplate::kM2m100})
          .value();
  EXPECT_TRUE(tokenizer->HasSourceTags());
  EXPECT_FALSE(MakeTinyTokenizer()->HasSourceTags());
  const int32_t english = vocabulary.pieces.at(">>en<<");
  const int32_t spanish = vocabulary.pieces.at(">>es<<");
  const EncodedText plain = tokenizer->EncodeSource("The cat", "").value();
  const EncodedText tagged =
      tokenizer->EncodeSource("The cat", {.target = "es", .source = "en"})
          .value();
  EXPECT_EQ(tagged.ids.front(), english);
  EXPECT_EQ(tagged.ids.back(), tokenizer->eos_id());
  EXPECT_EQ(tagged.first_piece, 1);
  EXPECT_THAT(tagged.forced_target, ElementsAre(spanish));
  EXPECT_TRUE(std::ranges::equal(tagged.own_pieces(), plain.own_pieces()));
  EXPECT_EQ(tokenizer->EncodeTarget("cat", tagged.forced_target)->ids.front(),
            spanish);
  EXPECT_THAT(tokenizer->EncodeSource("The cat", "es").status().message(),
              HasSubstr("must know the source language"));
  EXPECT_EQ(tokenizer->EncodeSource("a", {.target = "es", .source = "fr"})
                .status()
                .code(),
            absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace interpres
