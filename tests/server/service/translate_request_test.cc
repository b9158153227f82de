#include "server/service/translate_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "absl/strings/str_format.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

const DecodingLimits kLimits = {.defaults = {.beam_size = 4,
                                             .n_best = 1,
                                             .length_penalty = 1.0F,
                                             .max_length = 200},
                                .max_beam_size = 8,
                                .max_length = 512};

// The message of the refusal; fails unless it is INVALID_ARGUMENT.
std::string Refusal(const v1::TranslateOptions& options) {
  const auto resolved = ResolveOptions(options, kLimits);
  EXPECT_EQ(resolved.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(resolved.status().message());
}

TEST(ResolvePriorityTest, IsInteractiveByDefault) {
  EXPECT_EQ(*ResolvePriority(v1::PRIORITY_UNSPECIFIED), Priority::kInteractive);
  EXPECT_EQ(*ResolvePriority(v1::PRIORITY_INTERACTIVE), Priority::kInteractive);
  EXPECT_EQ(*ResolvePriority(v1::PRIORITY_BATCH), Priority::kBatch);
}

TEST(ResolvePriorityTest, RefusesAnUnknownNumber) {
  const auto refused = ResolvePriority(static_cast<v1::Priority>(7));
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(refused.status().message(),
            "priority is 7: expected 1 (PRIORITY_INTERACTIVE) or 2 "
            "(PRIORITY_BATCH)");
}

TEST(ResolveSplitTest, TakesTheServersDefault) {
  EXPECT_TRUE(*ResolveSplit(v1::SPLIT_UNSPECIFIED, true));
  EXPECT_FALSE(*ResolveSplit(v1::SPLIT_UNSPECIFIED, false));
  EXPECT_TRUE(*ResolveSplit(v1::SPLIT_SENTENCES, false));
  EXPECT_FALSE(*ResolveSplit(v1::SPLIT_OFF, true));
}

TEST(ResolveLineBreaksTest, ALineBreakEndsASentenceByDefault) {
  EXPECT_EQ(*ResolveLineBreaks(v1::LINE_BREAKS_UNSPECIFIED),
            LineBreaks::kParagraph);
  EXPECT_EQ(*ResolveLineBreaks(v1::LINE_BREAKS_PARAGRAPH),
            LineBreaks::kParagraph);
  EXPECT_EQ(*ResolveLineBreaks(v1::LINE_BREAKS_WRAPPED), LineBreaks::kWrapped);
}

TEST(ResolveSplitTest, RefusesUnknownNumbers) {
  EXPECT_THAT(ResolveSplit(static_cast<v1::Split>(9), true).status().message(),
              HasSubstr("split is 9: expected 1"));
  EXPECT_THAT(
      ResolveLineBreaks(static_cast<v1::LineBreaks>(-1)).status().message(),
      HasSubstr("line_breaks is -1: expected 1"));
}

TEST(ResolveOptionsTest, TakesTheDefaults) {
  const auto defaults = ResolveOptions({}, kLimits);
  ASSERT_TRUE(defaults.ok());
  EXPECT_EQ(defaults->beam_size, 4);
  EXPECT_EQ(defaults->n_best, 1);
  EXPECT_EQ(defaults->length_penalty, 1.0F);
  EXPECT_EQ(defaults->max_length, 200);
  v1::TranslateOptions options;
  options.set_beam_size(8);
  options.set_n_best(8);
  options.set_length_penalty(0.0F);
  options.set_max_length(512);
  const auto resolved = ResolveOptions(options, kLimits);
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  EXPECT_EQ(resolved->beam_size, 8);
  EXPECT_EQ(resolved->n_best, 8);
  EXPECT_EQ(resolved->length_penalty, 0.0F);
  EXPECT_EQ(resolved->max_length, 512);
}

TEST(ResolveOptionsTest, AShortlistNeedsAModelThatHasOne) {
  v1::TranslateOptions options;
  options.set_shortlist(true);
  EXPECT_THAT(Refusal(options), HasSubstr("the model has no shortlist"));
  DecodingLimits limits = kLimits;
  limits.has_shortlist = true;
  EXPECT_TRUE(ResolveOptions(options, limits)->shortlist);
  EXPECT_FALSE(ResolveOptions({}, limits)->shortlist);
  options.set_shortlist(false);
  EXPECT_FALSE(ResolveOptions(options, kLimits)->shortlist);
}

TEST(ResolveOptionsTest, RefusesBeamsOutOfRange) {
  for (const int32_t beam : {-1, 0, 9, std::numeric_limits<int32_t>::max()}) {
    v1::TranslateOptions options;
    options.set_beam_size(beam);
    EXPECT_EQ(
        Refusal(options),
        absl::StrFormat("options.beam_size is %d: expected 1 to 8", beam));
  }
}

TEST(ResolveOptionsTest, RefusesMoreResultsThanTheBeamHolds) {
  v1::TranslateOptions options;
  options.set_n_best(5);
  EXPECT_THAT(Refusal(options), HasSubstr("the beam size, which is 4"));
  options.set_n_best(0);
  EXPECT_THAT(Refusal(options), HasSubstr("options.n_best is 0"));
  options.set_n_best(2);
  options.set_beam_size(1);
  EXPECT_THAT(Refusal(options), HasSubstr("which is 1"));
}

TEST(ResolveOptionsTest, RefusesAbsurdPenalties) {
  for (const float penalty :
       {-0.1F, 5.1F, std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN()}) {
    v1::TranslateOptions options;
    options.set_length_penalty(penalty);
    EXPECT_THAT(Refusal(options), HasSubstr("expected 0 to 5"));
  }
}

TEST(ResolveOptionsTest, RefusesLengthsBeyondTheModel) {
  for (const int32_t length : {0, -7, 513}) {
    v1::TranslateOptions options;
    options.set_max_length(length);
    EXPECT_THAT(Refusal(options), HasSubstr("expected 1 to 512"));
  }
}

TEST(ResolveOptionsTest, TakesTheRulesAgainstRepetition) {
  EXPECT_EQ(ResolveOptions({}, kLimits)->repetition_penalty, 1.0F);
  EXPECT_EQ(ResolveOptions({}, kLimits)->no_repeat_ngram_size, 0);
  v1::TranslateOptions options;
  options.set_repetition_penalty(10.0F);
  options.set_no_repeat_ngram_size(64);
  const auto resolved = ResolveOptions(options, kLimits);
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  EXPECT_EQ(resolved->repetition_penalty, 10.0F);
  EXPECT_EQ(resolved->no_repeat_ngram_size, 64);
  options.set_repetition_penalty(0.1F);
  options.set_no_repeat_ngram_size(0);
  EXPECT_TRUE(ResolveOptions(options, kLimits).ok());
}

TEST(ResolveOptionsTest, RefusesRulesOutOfRange) {
  for (const float penalty :
       {0.0F, -1.0F, 0.09F, 10.01F, std::numeric_limits<float>::infinity(),
        std::numeric_limits<float>::quiet_NaN()}) {
    v1::TranslateOptions options;
    options.set_repetition_penalty(penalty);
    EXPECT_EQ(
        Refusal(options),
        absl::StrFormat("options.repetition_penalty is %g: expected 0.1 to 10",
                        penalty));
  }
  for (const int32_t size : {-1, 65, std::numeric_limits<int32_t>::min()}) {
    v1::TranslateOptions options;
    options.set_no_repeat_ngram_size(size);
    EXPECT_EQ(
        Refusal(options),
        absl::StrFormat("options.no_repeat_ngram_size is %d: expected 0 to 64",
                        size));
  }
}

TEST(ResolveOptionsTest, SamplingDrawsInPlaceOfABeam) {
  EXPECT_FALSE(ResolveOptions({}, kLimits)->sampling.has_value());
  v1::TranslateOptions options;
  v1::Sampling& sampling = *options.mutable_sampling();
  auto resolved = ResolveOptions(options, kLimits);
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  EXPECT_EQ(resolved->beam_size, 1);
  ASSERT_TRUE(resolved->sampling.has_value());
  EXPECT_EQ(resolved->sampling->seed, 0U);
  EXPECT_EQ(resolved->sampling->temperature, 1.0F);
  EXPECT_EQ(resolved->sampling->top_k, 0);
  EXPECT_EQ(resolved->sampling->top_p, 1.0F);
  sampling.set_seed(~uint64_t{0});
  sampling.set_temperature(0.01F);
  sampling.set_top_k(1000);
  sampling.set_top_p(0.5F);
  options.set_beam_size(1);
  options.set_n_best(8);
  resolved = ResolveOptions(options, kLimits);
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  EXPECT_EQ(resolved->beam_size, 8);
  EXPECT_EQ(resolved->n_best, 8);
  EXPECT_EQ(resolved->sampling->seed, ~uint64_t{0});
  EXPECT_EQ(resolved->sampling->temperature, 0.01F);
  EXPECT_EQ(resolved->sampling->top_k, 1000);
  EXPECT_EQ(resolved->sampling->top_p, 0.5F);
  EXPECT_TRUE(ValidateDecodingOptions(*resolved).ok());
}

TEST(ResolveOptionsTest, RefusesSamplingOutOfRange) {
  v1::TranslateOptions options;
  options.mutable_sampling();
  options.set_beam_size(4);
  EXPECT_THAT(Refusal(options),
              HasSubstr("options.beam_size is 4 and options.sampling is set"));
  options.clear_beam_size();
  options.set_n_best(9);
  EXPECT_THAT(Refusal(options), HasSubstr("options.n_best is 9"));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float value : {-1.0F, 0.0F, 10.5F, nan}) {
    v1::TranslateOptions hot;
    hot.mutable_sampling()->set_temperature(value);
    EXPECT_THAT(Refusal(hot), HasSubstr("options.sampling.temperature is"));
    v1::TranslateOptions cut;
    cut.mutable_sampling()->set_top_p(value);
    EXPECT_THAT(Refusal(cut), HasSubstr("options.sampling.top_p is"));
  }
  for (const int32_t value : {-1, 1001}) {
    v1::TranslateOptions cut;
    cut.mutable_sampling()->set_top_k(value);
    EXPECT_EQ(Refusal(cut),
              absl::StrFormat(
                  "options.sampling.top_k is %d: expected 0 to 1000", value));
  }
}

TEST(CheckShapeTest, WantsOnePrefixOrOneForEachText) {
  v1::TranslateRequest request;
  request.add_texts("a");
  request.add_texts("b");
  request.add_texts("c");
  v1::TranslateOptions& options = *request.mutable_options();
  EXPECT_EQ(PrefixOf(options, 2), "");
  options.add_target_prefix("x");
  EXPECT_TRUE(CheckShape(request, {}).ok());
  EXPECT_EQ(PrefixOf(options, 0), "x");
  EXPECT_EQ(PrefixOf(options, 2), "x");
  options.add_target_prefix("");
  const absl::Status status = CheckShape(request, {});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(
      std::string(status.message()),
      HasSubstr("options.target_prefix has 2 elements and texts has 3"));
  options.add_target_prefix("z");
  EXPECT_TRUE(CheckShape(request, {}).ok());
  EXPECT_EQ(PrefixOf(options, 0), "x");
  EXPECT_EQ(PrefixOf(options, 1), "");
  EXPECT_EQ(PrefixOf(options, 2), "z");
}

TEST(CheckShapeTest, WantsAtLeastOneText) {
  const absl::Status status = CheckShape({}, {});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("texts is empty"));
}

TEST(CheckShapeTest, BoundsTheNumberOfTexts) {
  v1::TranslateRequest request;
  request.add_texts("hello");
  request.add_texts("");
  EXPECT_TRUE(CheckShape(request, {.max_texts = 2}).ok());
  const absl::Status status = CheckShape(request, {.max_texts = 1});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("at most 1"));
}

TEST(CheckShapeTest, RefusesWhatIsNoLanguageCode) {
  for (const char* code :
       {"e s", ">>es<<", "a-code-that-is-longer-than-any-language",
        "español"}) {
    v1::TranslateRequest request;
    request.add_texts("hello");
    request.set_target_language(code);
    EXPECT_EQ(CheckShape(request, {}).code(),
              absl::StatusCode::kInvalidArgument);
  }
  v1::TranslateRequest request;
  request.add_texts("hello");
  request.set_source_language("zh-Hant_TW");
  request.set_target_language("es");
  EXPECT_TRUE(CheckShape(request, {}).ok());
}

TEST(ResolveOptionsTest, OnlyWeightsNeedAttention) {
  v1::TranslateOptions options;
  EXPECT_FALSE(ResolveOptions(options, kLimits)->attention.has_value());
  options.set_return_alignments(false);
  options.set_return_attention(false);
  EXPECT_FALSE(ResolveOptions(options, kLimits)->attention.has_value());
  options.set_return_alignments(true);
  EXPECT_FALSE(ResolveOptions(options, kLimits)->attention.has_value());
  options.set_return_attention(true);
  EXPECT_TRUE(ResolveOptions(options, kLimits)->attention.has_value());
}

TEST(CheckAttentionTest, RefusesWhatCannotFit) {
  const AttentionSize size{.layers = 2, .heads = 4, .source_tokens = 10};
  DecodingOptions options{.beam_size = 4, .n_best = 3};
  EXPECT_TRUE(CheckAttention(options, size).ok());
  // 2 x 4 x 10 weights for a token of each of 3 translations.
  options.attention = AttentionOptions{.max_weights = 240};
  EXPECT_TRUE(CheckAttention(options, size).ok());
  options.attention->max_weights = 239;
  const absl::Status refused = CheckAttention(options, size);
  EXPECT_EQ(refused.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr("share of the response, which is 239 weights: leave "
                        "options.return_attention out"));
}

}  // namespace
}  // namespace interpres
