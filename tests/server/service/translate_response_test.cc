#include "server/service/translate_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/document/document_parser.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TextOutcome Failed(absl::Status status) {
  return {.segments = {
              {.outcome = {.status = std::move(status), .hypotheses = {}}}}};
}

// A text of one sentence with this result.
TextOutcome OneSentence(SegmentOutcome segment) {
  return {.document = WholeDocument("a text", {}),
          .segments = {std::move(segment)}};
}

void FillResults(std::span<const TextOutcome> texts, const Tokenizer& tokenizer,
                 const ResponseOptions& options,
                 v1::TranslateResponse& response) {
  for (const TextOutcome& text : texts) {
    FillResult(text, tokenizer, options, *response.add_results());
  }
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

TEST_F(TranslateResponseTest, APartialResultIsTheBestOfItsSegment) {
  const auto encoded = tokenizer_->EncodeTarget("a");
  ASSERT_TRUE(encoded.ok()) << encoded.status();
  Hypothesis best;
  best.tokens = encoded->ids;
  best.score = -0.5F;
  best.finish_reason = FinishReason::kLengthLimit;
  Hypothesis second = best;
  second.score = -0.75F;
  TextOutcome text;
  text.document.text = "One. Two.";
  text.document.segments = {{.span = {0, 4}, .text = "One."},
                            {.span = {5, 9}, .text = "Two.", .is_part = true}};
  text.segments.resize(2);
  text.segments[1].outcome.hypotheses = {best, second};
  text.segments[1].low_coverage = {true, false};
  const v1::PartialResult partial = MakePartial(text, 1, *tokenizer_, {});
  EXPECT_EQ(partial.source().begin(), 5);
  EXPECT_EQ(partial.source().end(), 9);
  EXPECT_EQ(partial.translation(), tokenizer_->Decode(encoded->ids));
  EXPECT_EQ(partial.score(), -0.5F);
  EXPECT_EQ(partial.finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  EXPECT_THAT(partial.flags(),
              ::testing::ElementsAre(v1::SEGMENT_FLAG_SPLIT,
                                     v1::SEGMENT_FLAG_LOW_COVERAGE));
}

TEST_F(TranslateResponseTest, FillsTranslationsErrorsAndEmptyTexts) {
  const auto encoded = tokenizer_->EncodeTarget("a");
  ASSERT_TRUE(encoded.ok()) << encoded.status();
  const std::vector<int32_t>& ids = encoded->ids;
  Hypothesis hypothesis;
  hypothesis.tokens = ids;
  hypothesis.token_log_probabilities.assign(ids.size(), -0.25F);
  hypothesis.score = -0.25F;
  hypothesis.finish_reason = FinishReason::kLengthLimit;
  TextOutcome off = OneSentence({.source_tokens = 2, .is_empty = true});
  off.is_split = false;
  const std::vector<TextOutcome> texts = {
      OneSentence(
          {.source_tokens = 5, .outcome = {.hypotheses = {hypothesis}}}),
      Failed(absl::InvalidArgumentError("too long")), std::move(off)};
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

TEST_F(TranslateResponseTest, CarriesUnknownCharactersOver) {
  Hypothesis hypothesis;
  hypothesis.tokens = {tokenizer_->unk_id(), tokenizer_->eos_id()};
  hypothesis.token_log_probabilities = {-1.0F, -0.5F};
  hypothesis.alignment = {1, 2};
  Hypothesis without = hypothesis;
  without.tokens.front() = tokenizer_->eos_id();
  const std::vector<TextOutcome> texts = {OneSentence(
      {.runs = {{.text = "\u0416", .first_token = 1, .last_token = 1}},
       .outcome = {.hypotheses = {hypothesis, without}}})};
  v1::TranslateResponse response;
  FillResults(texts, *tokenizer_, {.max_translations = 2, .sampled = true},
              response);
  const v1::Translations& both = response.results(0).translations();
  ASSERT_EQ(both.hypotheses_size(), 2);
  EXPECT_EQ(both.hypotheses(0).text(), "\u0416");
  EXPECT_EQ(both.hypotheses(1).text(), "\u0416");
  response.Clear();
  FillResults(texts, *tokenizer_, {.max_translations = 2}, response);
  EXPECT_EQ(response.results(0).translations().hypotheses_size(), 1);
}

TEST_F(TranslateResponseTest, LeavesTokensOutUnlessAsked) {
  Hypothesis hypothesis;
  hypothesis.tokens = {tokenizer_->eos_id()};
  hypothesis.token_log_probabilities = {-1.0F};
  const std::vector<TextOutcome> texts = {
      OneSentence({.outcome = {.hypotheses = {hypothesis}}})};
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

const ResponseOptions kAttention = {
    .alignments = true,
    .attention = AttentionOptions{.max_weights = 12},
    .layers = 1,
    .heads = 2};

TEST_F(TranslateResponseTest, FillsAlignmentsAndAttention) {
  const std::vector<TextOutcome> texts = {
      OneSentence({.source_tokens = 3,
                   .source = {tokenizer_->unk_id(), 8, tokenizer_->eos_id()},
                   .outcome = {.hypotheses = {WithAttention()}}})};
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
  const std::vector<TextOutcome> texts = {
      OneSentence({.source_tokens = 3,
                   .source = {5, 8, 0},
                   .outcome = {.hypotheses = {without}}}),
      OneSentence({.source_tokens = 3,
                   .source = {5, 8, 0},
                   .outcome = {.hypotheses = {WithAttention()}}})};
  v1::TranslateResponse response;
  FillResults(texts, *tokenizer_, kAttention, response);
  EXPECT_EQ(response.results(0).error().code(), 3);
  EXPECT_NE(response.results(0).error().message().find("which is 12 weights"),
            std::string::npos);
  EXPECT_TRUE(response.results(1).has_translations());
}

// Texts of several segments.
class SegmentsTest : public TranslateResponseTest {
 protected:
  Hypothesis Make(const std::string& text, float score) const {
    Hypothesis hypothesis;
    hypothesis.tokens = tokenizer_->EncodeTarget(text)->ids;
    hypothesis.token_log_probabilities.assign(hypothesis.tokens.size(), score);
    hypothesis.alignment.assign(hypothesis.tokens.size(), 0);
    hypothesis.score = score;
    return hypothesis;
  }
  // Two sentences with two translations each, of scores -1, -4 and -2, -3.
  TextOutcome TwoSentences() const {
    TextOutcome text;
    text.document = *ParseDocument(" One.\n\nTwo. ", {.language = "en"});
    text.segments = {
        {.source_tokens = 3,
         .source = {4, 5, 0},
         .outcome = {.hypotheses = {Make("a", -1), Make("the", -4)}}},
        {.source_tokens = 2,
         .source = {6, 0},
         .outcome = {.hypotheses = {Make("cat", -2), Make("dog", -3)}}}};
    return text;
  }
  v1::TranslationResult Fill(const TextOutcome& text,
                             const ResponseOptions& options) const {
    v1::TranslateResponse response;
    FillResults(std::span(&text, 1), *tokenizer_, options, response);
    return response.results(0);
  }
  static std::vector<std::string> TextsOf(const v1::TranslationResult& result) {
    std::vector<std::string> texts;
    for (const auto& hypothesis : result.translations().hypotheses()) {
      texts.push_back(hypothesis.text());
    }
    return texts;
  }
};

TEST_F(SegmentsTest, TheTranslationHasTheShapeOfTheText) {
  const v1::TranslationResult result = Fill(TwoSentences(), {});
  EXPECT_EQ(result.source_tokens(), 5);
  ASSERT_EQ(result.translations().hypotheses_size(), 1);
  const v1::Translation& best = result.translations().hypotheses(0);
  EXPECT_EQ(best.text(), " a\n\ncat ");
  EXPECT_EQ(best.score(), -1.5F);
  ASSERT_EQ(best.segments_size(), 2);
  EXPECT_EQ(best.segments(0).source().begin(), 1);
  EXPECT_EQ(best.segments(0).source().end(), 5);
  EXPECT_EQ(best.segments(0).target().begin(), 1);
  EXPECT_EQ(best.segments(0).target().end(), 2);
  EXPECT_EQ(best.segments(1).target().begin(), 4);
  EXPECT_EQ(best.segments(1).target().end(), 7);
  EXPECT_EQ(best.segments(1).score(), -2.0F);
  EXPECT_EQ(best.segments(1).finish_reason(),
            v1::FINISH_REASON_END_OF_SENTENCE);
  EXPECT_EQ(best.segments(1).flags_size(), 0);
}

TEST_F(SegmentsTest, ReturnsTheBestCombinations) {
  EXPECT_EQ(
      TextsOf(Fill(TwoSentences(), {.max_translations = 3})),
      (std::vector<std::string>{" a\n\ncat ", " a\n\ndog ", " the\n\ncat "}));
}

TEST_F(SegmentsTest, DrawsAreSortedAndUsedOnce) {
  const v1::TranslationResult result =
      Fill(TwoSentences(), {.max_translations = 2, .sampled = true});
  // Sums: -1 and -3; -4 and -2.
  EXPECT_EQ(TextsOf(result),
            (std::vector<std::string>{" a\n\ndog ", " the\n\ncat "}));
}

TEST_F(SegmentsTest, TheWorstReasonIsTheReasonOfTheText) {
  TextOutcome text = TwoSentences();
  text.segments[0].outcome.hypotheses[0].finish_reason =
      FinishReason::kLengthLimit;
  text.document.segments[1].is_part = true;
  const v1::TranslationResult result = Fill(text, {});
  const v1::Translation& best = result.translations().hypotheses(0);
  EXPECT_EQ(best.finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  EXPECT_EQ(best.segments(0).finish_reason(), v1::FINISH_REASON_LENGTH_LIMIT);
  EXPECT_EQ(best.segments(1).finish_reason(),
            v1::FINISH_REASON_END_OF_SENTENCE);
  EXPECT_EQ(best.segments(1).flags(0), v1::SEGMENT_FLAG_SPLIT);
}

TEST_F(SegmentsTest, ASegmentInCapitalsStaysInCapitals) {
  TextOutcome text = TwoSentences();
  text.document.segments[1].changed_case = LetterCase::kCapitals;
  EXPECT_EQ(TextsOf(Fill(text, {.target_language = "es"})),
            (std::vector<std::string>{" a\n\nCAT "}));
}

TEST_F(SegmentsTest, TokensNameTheirSegment) {
  TextOutcome text = TwoSentences();
  text.segments[1].outcome.hypotheses[0].alignment.back() = 1;
  const v1::TranslationResult result = Fill(text, {.alignments = true});
  EXPECT_EQ(result.source_pieces_size(), 5);
  const v1::Translation& best = result.translations().hypotheses(0);
  EXPECT_EQ(best.tokens(0).segment(), 0);
  const v1::TokenScore& last = best.tokens(best.tokens_size() - 1);
  EXPECT_EQ(last.segment(), 1);
  EXPECT_EQ(last.source_token(), 3 + 1);
}

TEST_F(SegmentsTest, EachOfSeveralSegmentsHasItsAttention) {
  TextOutcome text = TwoSentences();
  text.segments[0].outcome.hypotheses = {WithAttention()};
  text.segments[1].outcome.hypotheses = {WithAttention()};
  const v1::TranslationResult result = Fill(text, kAttention);
  const v1::Translation& best = result.translations().hypotheses(0);
  EXPECT_FALSE(best.has_attention());
  EXPECT_EQ(best.segments(0).attention().source_tokens(), 3);
  EXPECT_EQ(best.segments(1).attention().source_tokens(), 2);
  EXPECT_EQ(best.segments(1).attention().weights_size(), 12);
}

TEST_F(SegmentsTest, ATextWithoutSentencesAndAnEmptySegmentAreCopies) {
  TextOutcome blank;
  blank.document = *ParseDocument(" \n--\t", {});
  const v1::TranslationResult result = Fill(blank, {});
  EXPECT_EQ(TextsOf(result), (std::vector<std::string>{" \n--\t"}));
  EXPECT_EQ(result.translations().hypotheses(0).finish_reason(),
            v1::FINISH_REASON_END_OF_SENTENCE);
  TextOutcome text = TwoSentences();
  text.segments[0] = {.source_tokens = 2, .is_empty = true};
  const v1::TranslationResult with_empty = Fill(text, {});
  EXPECT_EQ(TextsOf(with_empty), (std::vector<std::string>{" One.\n\ncat "}));
  EXPECT_EQ(with_empty.translations().hypotheses(0).score(), -2.0F);
}

TEST_F(SegmentsTest, AnErrorOfOneSegmentIsTheErrorOfItsText) {
  TextOutcome text = TwoSentences();
  text.segments[1].outcome = {.status = absl::InvalidArgumentError("bad"),
                              .hypotheses = {}};
  EXPECT_EQ(Fill(text, {}).error().message(), "bad");
}

TEST(CheckResponseSizeTest, NamesTheRemedies) {
  v1::TranslateResponse response;
  response.add_results();
  const auto bytes = static_cast<int64_t>(response.ByteSizeLong());
  EXPECT_TRUE(CheckResponseSize(response, bytes).ok());
  const absl::Status one = CheckResponseSize(response, bytes - 1);
  EXPECT_EQ(one.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(
      std::string(one.message()),
      AllOf(HasSubstr("2 bytes"), HasSubstr("accepts 1"),
            HasSubstr("Divide the text"), HasSubstr("StreamTranslate")));
  response.add_results();
  EXPECT_THAT(std::string(CheckResponseSize(response, bytes).message()),
              AllOf(HasSubstr("fewer texts"), HasSubstr("StreamTranslate")));
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
