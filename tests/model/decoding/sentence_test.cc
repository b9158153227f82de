#include "model/decoding/sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using testing::HasSubstr;

constexpr SentenceLimits kLimits = {.vocab_size = 4,
                                    .source_vocab_size = 4,
                                    .end_token = 0,
                                    .max_positions = 8,
                                    .max_rows = 4,
                                    .has_shortlist = false,
                                    .has_attention = false};

Sentence Valid() {
  return {.source = {1, 2, 0}, .options = {.beam_size = 4, .max_length = 8}};
}

// Returns the message for a valid sentence after `change`.
template <typename Change>
std::string Complaint(const Change& change,
                      const SentenceLimits& limits = kLimits) {
  Sentence sentence = Valid();
  change(sentence);
  const absl::Status status = ValidateSentence(sentence, limits);
  EXPECT_EQ(status.code() == absl::StatusCode::kInvalidArgument, !status.ok());
  return std::string(status.message());
}

TEST(ValidateSentenceTest, AcceptsWhatFits) {
  EXPECT_EQ(Complaint([](Sentence&) {}), "");
  EXPECT_EQ(Complaint([](Sentence& s) { s.source.assign(8, 1); }), "");
  EXPECT_EQ(Complaint([](Sentence& s) { s.target_prefix.assign(7, 1); }), "");
}

TEST(ValidateSentenceTest, NamesWhatIsWrongWithTheOptions) {
  EXPECT_THAT(Complaint([](Sentence& s) { s.options.beam_size = 0; }),
              HasSubstr("beam_size is 0"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.options.beam_size = 5; }),
              HasSubstr("beam_size is 5; expected at most 4"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.options.max_length = 9; }),
              HasSubstr("max_length is 9; expected at most 8"));
}

TEST(ValidateSentenceTest, NamesWhatIsWrongWithTheSource) {
  EXPECT_THAT(Complaint([](Sentence& s) { s.source.assign(9, 1); }),
              HasSubstr("the text has 9 tokens; expected at most 8"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.source = {}; }),
              HasSubstr("no tokens"));
  EXPECT_THAT(Complaint([](Sentence& s) {
                s.source = {1, 4};
              }),
              HasSubstr("the text has the token id 4"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.source = {-1}; }),
              HasSubstr("token id -1"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.pieces.first = -1; }),
              HasSubstr("pieces.first is -1"));
}

TEST(ValidateSentenceTest, NamesWhatIsWrongWithThePrefix) {
  EXPECT_THAT(Complaint([](Sentence& s) { s.target_prefix.assign(8, 1); }),
              HasSubstr("the target prefix has 8 tokens; expected fewer than "
                        "max_length (8)"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.target_prefix = {0}; }),
              HasSubstr("end symbol"));
  EXPECT_THAT(Complaint([](Sentence& s) { s.target_prefix = {4}; }),
              HasSubstr("the target prefix has the token id 4"));
}

TEST(ValidateSentenceTest, NamesWhatIsWrongWithTheRequiredTokens) {
  const auto with = [](const std::vector<RequiredTokens>& required,
                       const std::vector<int32_t>& prefix = {}) {
    return Complaint([&](Sentence& s) {
      s.required = required;
      s.target_prefix = prefix;
    });
  };
  EXPECT_EQ(with({{.tokens = {1, 2, 3}, .source = {1, 1}}, {.tokens = {1}}}),
            "");
  EXPECT_EQ(with({{.tokens = std::vector<int32_t>(7, 1)}}), "");
  EXPECT_THAT(with({{.tokens = std::vector<int32_t>(8, 1)}}),
              HasSubstr("required has 8 tokens together; expected at most 7 "
                        "(max_length 8 without"));
  EXPECT_THAT(with({{.tokens = std::vector<int32_t>(7, 1)}}, {2}),
              HasSubstr("expected at most 6"));
  EXPECT_THAT(with({{.tokens = {1}}, {.tokens = {}}}),
              HasSubstr("required[1].tokens is empty; expected at least 1"));
  EXPECT_THAT(with({{.tokens = {1, 4}}}),
              HasSubstr("required[0].tokens has the token id 4; expected 0 to "
                        "3, and not the end symbol 0"));
  EXPECT_THAT(with({{.tokens = {-1}}}), HasSubstr("token id -1"));
  EXPECT_THAT(with({{.tokens = {1, 0}}}), HasSubstr("token id 0"));
  EXPECT_THAT(with({{.tokens = {1}, .source = {-1, 1}}}),
              HasSubstr("required[0].source is (-1, 1)"));
  EXPECT_THAT(with(std::vector<RequiredTokens>(65, {.tokens = {1}})),
              HasSubstr("required has 65 elements; expected at most 64"));
}

TEST(ValidateSentenceTest, AsksTheModelForShortlistAndAttention) {
  const auto listed = [](Sentence& s) { s.options.shortlist = true; };
  const auto attended = [](Sentence& s) {
    s.options.attention = AttentionOptions();
  };
  EXPECT_THAT(Complaint(listed), HasSubstr("the model has no shortlist"));
  EXPECT_THAT(Complaint(attended), HasSubstr("no attention to return"));
  SentenceLimits limits = kLimits;
  limits.has_shortlist = true;
  limits.has_attention = true;
  EXPECT_EQ(Complaint(listed, limits), "");
  EXPECT_EQ(Complaint(attended, limits), "");
}

}  // namespace
}  // namespace interpres
