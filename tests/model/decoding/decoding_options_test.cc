#include "model/decoding/decoding_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string Complaint(const DecodingOptions& options) {
  return std::string(ValidateDecodingOptions(options).message());
}

TEST(DecodingOptionsTest, DefaultsAndLimitsAreValid) {
  EXPECT_TRUE(ValidateDecodingOptions({}).ok());
  EXPECT_TRUE(ValidateDecodingOptions({.beam_size = kMaxBeamSize,
                                       .n_best = kMaxBeamSize,
                                       .length_penalty = 5.0f,
                                       .max_length = 1,
                                       .repetition_penalty = 10.0f,
                                       .no_repeat_ngram_size = kMaxNgramSize})
                  .ok());
  EXPECT_TRUE(ValidateDecodingOptions({.repetition_penalty = 0.1f}).ok());
  EXPECT_TRUE(
      ValidateDecodingOptions({.beam_size = 1, .length_penalty = 0.0f}).ok());
}

TEST(DecodingOptionsTest, NamesOptionValueAndRange) {
  EXPECT_THAT(Complaint({.beam_size = 0}),
              HasSubstr("beam_size is 0; it must be between 1 and 16"));
  EXPECT_THAT(Complaint({.beam_size = 17}), HasSubstr("beam_size is 17"));
  EXPECT_THAT(Complaint({.beam_size = 2, .n_best = 3}),
              HasSubstr("n_best is 3; it must be between 1 and beam_size (2)"));
  EXPECT_THAT(Complaint({.n_best = 0}), HasSubstr("n_best is 0"));
  EXPECT_THAT(Complaint({.length_penalty = -0.5f}),
              HasSubstr("length_penalty is -0.5"));
  EXPECT_THAT(Complaint({.length_penalty = 5.5f}),
              HasSubstr("length_penalty is 5.5"));
  EXPECT_THAT(
      Complaint({.length_penalty = std::numeric_limits<float>::quiet_NaN()}),
      HasSubstr("length_penalty is nan"));
  EXPECT_THAT(Complaint({.max_length = 0}),
              HasSubstr("max_length is 0; it must be at least 1"));
  EXPECT_THAT(
      Complaint({.repetition_penalty = 0.0f}),
      HasSubstr("repetition_penalty is 0; it must be between 0.1 and 10"));
  EXPECT_THAT(Complaint({.repetition_penalty = 10.5f}),
              HasSubstr("repetition_penalty is 10.5"));
  EXPECT_THAT(Complaint({.repetition_penalty =
                             std::numeric_limits<float>::quiet_NaN()}),
              HasSubstr("repetition_penalty is nan"));
  EXPECT_THAT(
      Complaint({.no_repeat_ngram_size = 65}),
      HasSubstr("no_repeat_ngram_size is 65; it must be between 0 and 64"));
  EXPECT_THAT(Complaint({.no_repeat_ngram_size = -1}),
              HasSubstr("no_repeat_ngram_size is -1"));
}

TEST(DecodingOptionsTest, ReasonsHaveNames) {
  EXPECT_EQ(FinishReasonName(FinishReason::kEndOfSentence), "END_OF_SENTENCE");
  EXPECT_EQ(FinishReasonName(FinishReason::kLengthLimit), "LENGTH_LIMIT");
  EXPECT_EQ(FinishReasonName(FinishReason::kCancelled), "CANCELLED");
  EXPECT_EQ(FinishReasonName(FinishReason::kDeadline), "DEADLINE");
}

}  // namespace
}  // namespace interpres
