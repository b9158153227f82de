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
              HasSubstr("beam_size is 0; expected 1 to 16"));
  EXPECT_THAT(Complaint({.beam_size = 17}), HasSubstr("beam_size is 17"));
  EXPECT_THAT(Complaint({.beam_size = 2, .n_best = 3}),
              HasSubstr("n_best is 3; expected 1 to beam_size (2)"));
  EXPECT_THAT(Complaint({.n_best = 0}), HasSubstr("n_best is 0"));
  EXPECT_THAT(Complaint({.length_penalty = -0.5f}),
              HasSubstr("length_penalty is -0.5"));
  EXPECT_THAT(Complaint({.length_penalty = 5.5f}),
              HasSubstr("length_penalty is 5.5"));
  EXPECT_THAT(
      Complaint({.length_penalty = std::numeric_limits<float>::quiet_NaN()}),
      HasSubstr("length_penalty is nan"));
  EXPECT_THAT(Complaint({.max_length = 0}),
              HasSubstr("max_length is 0; expected at least 1"));
  EXPECT_THAT(Complaint({.repetition_penalty = 0.0f}),
              HasSubstr("repetition_penalty is 0; expected 0.1 to 10"));
  EXPECT_THAT(Complaint({.repetition_penalty = 10.5f}),
              HasSubstr("repetition_penalty is 10.5"));
  EXPECT_THAT(Complaint({.repetition_penalty =
                             std::numeric_limits<float>::quiet_NaN()}),
              HasSubstr("repetition_penalty is nan"));
  EXPECT_THAT(Complaint({.no_repeat_ngram_size = 65}),
              HasSubstr("no_repeat_ngram_size is 65; expected 0 to 64"));
  EXPECT_THAT(Complaint({.no_repeat_ngram_size = -1}),
              HasSubstr("no_repeat_ngram_size is -1"));
}

std::string SamplingComplaint(const SamplingOptions& sampling) {
  return Complaint({.beam_size = 2, .n_best = 2, .sampling = sampling});
}

TEST(DecodingOptionsTest, SamplingHasLimits) {
  EXPECT_EQ(SamplingComplaint({}), "");
  EXPECT_EQ(SamplingComplaint({.temperature = 0.01f, .top_k = 1000}), "");
  EXPECT_EQ(SamplingComplaint({.temperature = 10.0f, .top_p = 1e-6f}), "");
  EXPECT_THAT(SamplingComplaint({.temperature = 0.0f}),
              HasSubstr("sampling.temperature is 0; expected 0.01"));
  EXPECT_THAT(SamplingComplaint({.temperature = 11.0f}),
              HasSubstr("sampling.temperature is 11"));
  EXPECT_THAT(SamplingComplaint(
                  {.temperature = std::numeric_limits<float>::quiet_NaN()}),
              HasSubstr("sampling.temperature is nan"));
  EXPECT_THAT(SamplingComplaint({.top_k = -1}),
              HasSubstr("sampling.top_k is -1; expected 0 to 1000"));
  EXPECT_THAT(SamplingComplaint({.top_k = 1001}),
              HasSubstr("sampling.top_k is 1001"));
  EXPECT_THAT(SamplingComplaint({.top_p = 0.0f}),
              HasSubstr("sampling.top_p is 0; expected above 0 and at most 1"));
  EXPECT_THAT(SamplingComplaint({.top_p = 1.5f}),
              HasSubstr("sampling.top_p is 1.5"));
  EXPECT_THAT(
      Complaint({.beam_size = 4, .n_best = 1, .sampling = SamplingOptions{}}),
      HasSubstr("beam_size is 4 and n_best is 1"));
}

}  // namespace
}  // namespace interpres
