#include "server/service/translate_response.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

TextOutcome Failed(absl::Status status) {
  return {.outcome = {.status = std::move(status), .hypotheses = {}}};
}

class TranslateResponseTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto model = MakeTinyModel({});
    ASSERT_TRUE(model.ok()) << model.status();
    auto tokenizer =
        Tokenizer::Create({.source_spm = model->description.source_spm,
                           .target_spm = model->description.target_spm,
                           .vocabulary = model->description.vocabulary});
    ASSERT_TRUE(tokenizer.ok()) << tokenizer.status();
    tokenizer_ = *std::move(tokenizer);
  }

  std::unique_ptr<const Tokenizer> tokenizer_;
};

TEST_F(TranslateResponseTest, FillsTranslationsErrorsAndEmptyTexts) {
  const auto encoded = tokenizer_->EncodeTarget("a");
  ASSERT_TRUE(encoded.ok()) << encoded.status();
  const std::vector<int32_t>& ids = encoded->ids;
  Hypothesis hypothesis;
  hypothesis.tokens = ids;
  hypothesis.token_log_probabilities.assign(ids.size(), -0.25F);
  hypothesis.score = -0.25F;
  hypothesis.finish_reason = FinishReason::kLengthLimit;
  const std::vector<TextOutcome> texts = {
      {.source_tokens = 5, .outcome = {.hypotheses = {hypothesis}}},
      Failed(absl::InvalidArgumentError("too long")),
      {.source_tokens = 2, .is_empty = true}};
  v1::TranslateResponse response;
  FillResults(texts, *tokenizer_, {.token_scores = true}, response);

  ASSERT_EQ(response.results_size(), 3);
  EXPECT_EQ(response.results(0).source_tokens(), 5);
  const v1::Translation& translation =
      response.results(0).translations().hypotheses(0);
  EXPECT_EQ(translation.text(), tokenizer_->Decode(ids));
  EXPECT_EQ(translation.score(), -0.25F);
  EXPECT_EQ(translation.finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  EXPECT_EQ(translation.target_tokens(), static_cast<int>(ids.size()));
  ASSERT_EQ(translation.tokens_size(), static_cast<int>(ids.size()));
  EXPECT_EQ(translation.tokens(translation.tokens_size() - 1).piece(), "</s>");
  EXPECT_EQ(translation.tokens(0).log_probability(), -0.25F);

  EXPECT_EQ(response.results(1).error().code(), 3);
  EXPECT_EQ(response.results(1).error().message(), "too long");

  ASSERT_EQ(response.results(2).translations().hypotheses_size(), 1);
  EXPECT_EQ(response.results(2).translations().hypotheses(0).text(), "");
  EXPECT_EQ(response.results(2).translations().hypotheses(0).finish_reason(),
            v1::FINISH_REASON_END_OF_SENTENCE);
}

TEST_F(TranslateResponseTest, LeavesTokensOutUnlessAsked) {
  Hypothesis hypothesis;
  hypothesis.tokens = {tokenizer_->eos_id()};
  hypothesis.token_log_probabilities = {-1.0F};
  const std::vector<TextOutcome> texts = {
      {.outcome = {.hypotheses = {hypothesis}}}};
  v1::TranslateResponse response;
  FillResults(texts, *tokenizer_, {}, response);
  EXPECT_EQ(response.results(0).translations().hypotheses(0).tokens_size(), 0);
}

// A hypothesis of two tokens over three source tokens, one layer of two heads.
Hypothesis WithAttention() {
  Hypothesis hypothesis;
  hypothesis.tokens = {7, 0};
  hypothesis.token_log_probabilities = {-1.0F, -0.5F};
  hypothesis.alignment = {1, 2};
  for (int i = 0; i < 12; ++i) {
    hypothesis.attention.push_back(static_cast<float>(i) / 12.0F);
  }
  return hypothesis;
}

constexpr ResponseOptions kAttention = {
    .attention =
        AttentionOptions{
            .alignments = true, .weights = true, .max_weights = 12},
    .layers = 1,
    .heads = 2};

TEST_F(TranslateResponseTest, FillsAlignmentsAndAttention) {
  const std::vector<TextOutcome> texts = {
      {.source_tokens = 3,
       .source = {tokenizer_->unk_id(), 8, tokenizer_->eos_id()},
       .outcome = {.hypotheses = {WithAttention()}}}};
  v1::TranslateResponse response;
  FillResults(texts, *tokenizer_, kAttention, response);
  const v1::TranslationResult& result = response.results(0);
  ASSERT_EQ(result.source_pieces_size(), 3);
  EXPECT_EQ(result.source_pieces(0), "<unk>");
  EXPECT_EQ(result.source_pieces(1), tokenizer_->Piece(8));
  EXPECT_EQ(result.source_pieces(2), "</s>");
  const v1::Translation& translation = result.translations().hypotheses(0);
  ASSERT_EQ(translation.tokens_size(), 2);
  EXPECT_EQ(translation.tokens(0).piece(), tokenizer_->Piece(7));
  EXPECT_EQ(translation.tokens(0).source_token(), 1);
  EXPECT_EQ(translation.tokens(1).source_token(), 2);
  const v1::Attention& attention = translation.attention();
  EXPECT_EQ(attention.layers(), 1);
  EXPECT_EQ(attention.heads(), 2);
  EXPECT_EQ(attention.target_tokens(), 2);
  EXPECT_EQ(attention.source_tokens(), 3);
  ASSERT_EQ(attention.weights_size(), 12);
  EXPECT_EQ(attention.weights(11), 11.0F / 12.0F);
  EXPECT_EQ(attention.alignment_layer(), 0);
}

TEST_F(TranslateResponseTest, AttentionThatIsTooMuchIsItsTextsError) {
  Hypothesis without = WithAttention();
  without.attention.clear();
  without.alignment.clear();
  const std::vector<TextOutcome> texts = {
      {.source_tokens = 3,
       .source = {5, 8, 0},
       .outcome = {.hypotheses = {without}}},
      {.source_tokens = 3,
       .source = {5, 8, 0},
       .outcome = {.hypotheses = {WithAttention()}}}};
  v1::TranslateResponse response;
  FillResults(texts, *tokenizer_, kAttention, response);
  EXPECT_EQ(response.results(0).error().code(), 3);
  EXPECT_NE(response.results(0).error().message().find("which is 12 weights"),
            std::string::npos);
  EXPECT_TRUE(response.results(1).has_translations());
}

TEST(CallStatusTest, AnErrorAboutATextIsItsOwn) {
  const std::vector<TextOutcome> texts = {
      {}, Failed(absl::InvalidArgumentError("too long"))};
  EXPECT_TRUE(CallStatus(texts).ok());
}

TEST(CallStatusTest, OtherErrorsFailTheCall) {
  for (const absl::Status& status :
       {absl::CancelledError("x"), absl::DeadlineExceededError("x"),
        absl::UnavailableError("x"), absl::InternalError("x")}) {
    const std::vector<TextOutcome> texts = {
        {}, Failed(absl::InvalidArgumentError("y")), Failed(status)};
    EXPECT_EQ(CallStatus(texts).code(), status.code());
  }
}

}  // namespace
}  // namespace interpres
