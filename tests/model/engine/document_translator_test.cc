#include "model/engine/document_translator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/decoding/loop_check.h"
#include "model/document/letter_case.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::SizeIs;

class DocumentTranslatorTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(directory_.path(), {}).ok());
    auto model = TranslationModel::Load(directory_.path());
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    options_.source_language = "en";
    options_.target_language = "es";
    options_.decoding.beam_size = 2;
    options_.decoding.max_length = 8;
    // Random weights repeat themselves. Under these rules no sentence is
    // translated again.
    options_.decoding.no_repeat_ngram_size = 3;
    options_.decoding.repetition_penalty = 1.2F;
  }

  TranslatedText Translate(const std::string& text) const {
    auto results = TranslateDocuments(*model_, std::span(&text, 1), options_);
    EXPECT_TRUE(results.ok()) << results.status();
    return results.ok() ? results->front() : TranslatedText();
  }

  OfflineResult TranslateSentence(const std::string& sentence) const {
    return TranslateAll(*model_, std::span(&sentence, 1), options_)->front();
  }

  TempDir directory_;
  std::unique_ptr<const TranslationModel> model_;
  OfflineOptions options_;
};

TEST_F(DocumentTranslatorTest, TheShapeOfTheTextStays) {
  const std::string cat = TranslateSentence("The cat.").translations.front();
  const std::string dog = TranslateSentence("The dog.").translations.front();
  const TranslatedText text =
      Translate("  The cat.  The dog.\r\n\r\n- The cat.\n");
  ASSERT_TRUE(text.status.ok()) << text.status;
  EXPECT_EQ(text.translation,
            "  " + cat + "  " + dog + "\r\n\r\n- " + cat + "\n");
  EXPECT_EQ(text.sentences, 3);
}

TEST_F(DocumentTranslatorTest, CapitalsAreTranslatedInSentenceCase) {
  const std::string text = "The cat sees the small dog.";
  EXPECT_EQ(Translate(InCapitals(text, "en")).translation,
            InCapitals(Translate(text).translation, "es"));
}

TEST_F(DocumentTranslatorTest, TitlesAreTranslatedInSentenceCase) {
  // The vocabulary has pieces of these words in small letters.
  EXPECT_EQ(Translate("NASA Keep Guitar, I").translation,
            Translate("NASA keep guitar, I").translation);
}

TEST_F(DocumentTranslatorTest, TheScoreIsTheMean) {
  const float cat = TranslateSentence("The cat.").hypotheses.front().score;
  const float dog = TranslateSentence("The dog.").hypotheses.front().score;
  EXPECT_NEAR(Translate("The cat. The dog.").score, (cat + dog) / 2, 1e-5);
}

TEST_F(DocumentTranslatorTest, OneSentenceAtItsLimitIsTheLimitOfTheText) {
  options_.decoding.max_length = 1;
  EXPECT_EQ(Translate("The cat. The dog.").finish_reason,
            FinishReason::kLengthLimit);
}

TEST_F(DocumentTranslatorTest, ATextWithoutSentencesComesBack) {
  const TranslatedText text = Translate(" \n--- \n");
  EXPECT_TRUE(text.status.ok());
  EXPECT_EQ(text.translation, " \n--- \n");
  EXPECT_EQ(text.sentences, 0);
  EXPECT_EQ(Translate("").translation, "");
}

TEST_F(DocumentTranslatorTest, ASentenceThatFailsFailsItsTextOnly) {
  const std::vector<std::string> texts = {"The dog.", "bad \xff byte"};
  const auto results = TranslateDocuments(*model_, texts, options_);
  ASSERT_TRUE(results.ok()) << results.status();
  ASSERT_THAT(*results, SizeIs(2));
  EXPECT_TRUE((*results)[0].status.ok());
  EXPECT_EQ((*results)[1].status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ((*results)[1].translation, "");
}

TEST_F(DocumentTranslatorTest, ARepetitionIsTranslatedAgain) {
  const DecodingOptions rules = options_.decoding;
  options_.decoding.no_repeat_ngram_size = 0;
  options_.decoding.repetition_penalty = 1.0F;
  const std::string text = "The cat.";
  const OfflineResult first = TranslateSentence(text);
  ASSERT_GT(LongestRepetition(first.hypotheses.front().tokens), 5);
  const TranslatedText again = Translate(text);
  ASSERT_TRUE(again.status.ok()) << again.status;
  EXPECT_NE(again.translation, first.translations.front());
  // As under the rules of the second attempt.
  options_.decoding = rules;
  EXPECT_EQ(again.translation, TranslateSentence(text).translations.front());
}

TEST_F(DocumentTranslatorTest, ALongSentenceIsTranslatedInParts) {
  std::string text = "The cat";
  for (int i = 0; i < 100; ++i) {
    text += i % 10 == 9 ? " sees the dog," : " and the cat";
  }
  const TranslatedText translated = Translate(text + ".");
  ASSERT_TRUE(translated.status.ok()) << translated.status;
  EXPECT_GT(translated.sentences, 3);
  EXPECT_LT(translated.sentences, 20);
}

TEST_F(DocumentTranslatorTest, ErrorsOfTheOptionsAreErrorsOfAll) {
  options_.target_language = "fr";
  const std::string text = "The cat.";
  EXPECT_FALSE(TranslateDocuments(*model_, std::span(&text, 1), options_).ok());
}

}  // namespace
}  // namespace interpres
