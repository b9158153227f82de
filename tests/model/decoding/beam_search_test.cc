#include "model/decoding/beam_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "tests/model/decoding/search_table.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/table_step_model.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatEq;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr int32_t kEnd = TableStepModel::kEnd;

Hypothesis Complete(const Hypothesis& prefix, const DecodingOptions& options) {
  Hypothesis complete = prefix;
  double sum = 0.0;
  for (const float value : prefix.token_log_probabilities) {
    sum += value;
  }
  complete.score = static_cast<float>(
      sum / std::pow(static_cast<double>(prefix.tokens.size()),
                     options.length_penalty));
  complete.finish_reason = prefix.tokens.back() == kEnd
                               ? FinishReason::kEndOfSentence
                               : FinishReason::kLengthLimit;
  return complete;
}

// Every sequence there is but the empty one, scored one by one: shares no code
// with the search.
void Enumerate(const TableStepModel& model, const std::vector<int32_t>& source,
               const DecodingOptions& options, Hypothesis& prefix,
               std::vector<Hypothesis>& all) {
  const std::vector<float> scores = model.Distribution(source, prefix.tokens);
  for (int32_t token = 0; token < model.vocab_size(); ++token) {
    if (token == kEnd && prefix.tokens.empty()) {
      continue;
    }
    prefix.tokens.push_back(token);
    prefix.token_log_probabilities.push_back(scores[token]);
    const auto length = static_cast<int32_t>(prefix.tokens.size());
    if (token == kEnd || length == options.max_length) {
      all.push_back(Complete(prefix, options));
    } else {
      Enumerate(model, source, options, prefix, all);
    }
    prefix.tokens.pop_back();
    prefix.token_log_probabilities.pop_back();
  }
}

std::vector<Hypothesis> Exhaustive(const TableStepModel& model,
                                   const std::vector<int32_t>& source,
                                   const DecodingOptions& options) {
  Hypothesis prefix;
  std::vector<Hypothesis> all;
  Enumerate(model, source, options, prefix, all);
  std::stable_sort(all.begin(), all.end(),
                   [](const Hypothesis& a, const Hypothesis& b) {
                     return a.score > b.score;
                   });
  return all;
}

void ExpectSame(const std::vector<Hypothesis>& found,
                const std::vector<Hypothesis>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].tokens, expected[i].tokens) << "hypothesis " << i;
    EXPECT_EQ(found[i].token_log_probabilities,
              expected[i].token_log_probabilities);
    EXPECT_FLOAT_EQ(found[i].score, expected[i].score);
    EXPECT_EQ(found[i].finish_reason, expected[i].finish_reason);
  }
}

struct ExhaustiveCase {
  int32_t vocab_size;
  int32_t max_length;
};

class BeamSearchExhaustiveTest
    : public ::testing::TestWithParam<ExhaustiveCase> {};

TEST_P(BeamSearchExhaustiveTest, EqualsEnumerationWhereBeamCoversEveryPrefix) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    for (const float penalty : {0.0f, 0.6f, 1.0f, 2.0f}) {
      TableStepModel model({.vocab_size = GetParam().vocab_size,
                            .seed = seed,
                            .end_bias = seed % 3 == 0 ? 2.0 : 0.0});
      DecodingOptions options{.length_penalty = penalty,
                              .max_length = GetParam().max_length};
      const std::vector<int32_t> source = {1, 2, 0};
      const auto all = Exhaustive(model, source, options);
      options.beam_size = static_cast<int32_t>(all.size());
      options.n_best = options.beam_size;
      ExpectSame(Search(model, source, options), all);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, BeamSearchExhaustiveTest,
    ::testing::Values(ExhaustiveCase{2, 1}, ExhaustiveCase{2, 9},
                      ExhaustiveCase{3, 4}, ExhaustiveCase{4, 3},
                      ExhaustiveCase{7, 1}, ExhaustiveCase{8, 2}),
    [](const auto& shape) {
      return absl::StrFormat("V%dL%d", shape.param.vocab_size,
                             shape.param.max_length);
    });

TEST(BeamSearchTest, GreedyTakesTheBestTokenOfEveryStep) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    TableStepModel model({.vocab_size = 6, .seed = seed});
    const std::vector<int32_t> source = {3, 0};
    const DecodingOptions options{.beam_size = 1, .max_length = 12};
    std::vector<int32_t> expected;
    while (expected.size() < 12 &&
           (expected.empty() || expected.back() != kEnd)) {
      auto scores = model.Distribution(source, expected);
      if (expected.empty()) {
        scores[kEnd] = -kInfinity;
      }
      expected.push_back(static_cast<int32_t>(
          std::max_element(scores.begin(), scores.end()) - scores.begin()));
    }
    const auto found = Search(model, source, options);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].tokens, expected);
    EXPECT_EQ(found[0].finish_reason, expected.back() == kEnd
                                          ? FinishReason::kEndOfSentence
                                          : FinishReason::kLengthLimit);
  }
}

// A step by hand. Beam 2, so 4 candidates are ranked.
TEST(BeamSearchTest, EndedHypothesesLeaveAndTheSecondHalfFillsUp) {
  BeamSearch search;
  search.Start({.beam_size = 2, .n_best = 2, .max_length = 5}, 9, kEnd);
  std::vector<Row> rows(2);
  search.WriteRows(7, 10, std::span(rows).first(1));
  EXPECT_EQ(rows[0].slot, 7);
  EXPECT_EQ(rows[0].token, 9);
  EXPECT_EQ(rows[0].position, 0);
  EXPECT_EQ(rows[0].num_candidates, 4);

  // 5 and 6 go on, 7 is too many.
  const std::vector<Candidate> first = {
      {5, -1.0f}, {6, -2.0f}, {7, -3.0f}, {8, -4.0f}};
  search.Advance(first, 4, 4);
  ASSERT_EQ(search.active(), 2);
  search.WriteRows(7, 10, rows);
  EXPECT_EQ(rows[0].token, 5);
  EXPECT_EQ(rows[1].token, 6);
  EXPECT_EQ(rows[1].parent_beam, 0);
  EXPECT_EQ(rows[1].position, 1);

  // 6's continuations win both places. The end symbol after 5 is beyond rank 2,
  // so it does not finish.
  const std::vector<Candidate> second = {
      {8, -2.5f}, {kEnd, -2.6f}, {1, -9.0f}, {2, -9.0f},   // sums from -3.5
      {3, -0.5f}, {4, -0.75f},   {1, -9.0f}, {2, -9.0f}};  // -2.5, -2.75
  search.Advance(second, 4, 4);
  ASSERT_EQ(search.active(), 2);
  search.WriteRows(7, 10, rows);
  EXPECT_EQ(rows[0].token, 3);
  EXPECT_EQ(rows[0].parent_beam, 1);
  EXPECT_EQ(rows[1].token, 4);
  EXPECT_EQ(rows[1].parent_beam, 1);

  // One finishes, its place is filled up.
  const std::vector<Candidate> third = {{kEnd, -0.5f}, {1, -1.0f}, {2, -1.5f},
                                        {3, -2.0f},    {1, -5.0f}, {2, -5.0f},
                                        {3, -5.0f},    {4, -5.0f}};
  search.Advance(third, 4, 4);
  ASSERT_EQ(search.active(), 2);

  // The second hypothesis to finish stops the search.
  const std::vector<Candidate> fourth = {
      {kEnd, -0.9f}, {1, -1.0f}, {2, -1.5f}, {3, -2.0f},   // sums from -3.5
      {1, -5.0f},    {2, -5.0f}, {3, -5.0f}, {4, -5.0f}};  // -4.0
  search.Advance(fourth, 4, 4);
  EXPECT_TRUE(search.done());
  const auto results = search.Results();
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_THAT(results[0].tokens, ElementsAre(6, 3, kEnd));
  EXPECT_THAT(results[0].token_log_probabilities,
              ElementsAre(-2.0f, -0.5f, -0.5f));
  EXPECT_THAT(results[0].score, FloatEq(-1.0f));
  EXPECT_THAT(results[1].tokens, ElementsAre(6, 3, 1, kEnd));
  EXPECT_THAT(results[1].score, FloatEq(-1.1f));
}

// A finished hypothesis takes a place among the `beam` that end the search: an
// empty one would end it before better ones are found.
TEST(BeamSearchTest, TheEmptyTranslationIsNoCandidate) {
  BeamSearch search;
  search.Start({.beam_size = 2, .n_best = 2, .max_length = 5}, 9, kEnd);
  search.Advance(
      std::vector<Candidate>{{kEnd, -0.1f}, {5, -3.0f}, {6, -3.5f}, {7, -4.0f}},
      4, 4);
  ASSERT_EQ(search.active(), 2);
  std::vector<Row> rows(2);
  search.WriteRows(0, 10, rows);
  EXPECT_EQ(rows[0].token, 5);
  EXPECT_EQ(rows[1].token, 6);
  search.Advance(std::vector<Candidate>{{kEnd, -0.5f}, {kEnd, -0.5f}}, 1, 1);
  ASSERT_TRUE(search.done());
  const auto results = search.Results();
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_THAT(results[0].tokens, ElementsAre(5, kEnd));
  EXPECT_THAT(results[1].tokens, ElementsAre(6, kEnd));

  search.Start({.beam_size = 1, .max_length = 5}, 9, kEnd);
  search.Advance(std::vector<Candidate>{{kEnd, -0.1f}, {5, -3.0f}}, 2, 2);
  EXPECT_EQ(search.active(), 1);
}

TEST(BeamSearchTest, TiesGoToTheLowerHypothesisThenTheLowerToken) {
  BeamSearch search;
  search.Start({.beam_size = 2, .n_best = 2, .max_length = 2}, 9, kEnd);
  // Out of order on purpose: the search sorts the candidates.
  search.Advance(std::vector<Candidate>{{5, -1.0f}, {4, -1.0f}, {3, -1.0f}}, 3,
                 3);
  std::vector<Row> rows(2);
  search.WriteRows(0, 10, rows);
  EXPECT_EQ(rows[0].token, 3);
  EXPECT_EQ(rows[1].token, 4);
  search.Advance(
      std::vector<Candidate>{{8, -1.0f}, {7, -1.0f}, {1, -1.0f}, {2, -1.0f}}, 2,
      2);
  const auto results = search.Results();
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_THAT(results[0].tokens, ElementsAre(3, 7));
  EXPECT_THAT(results[1].tokens, ElementsAre(3, 8));
}

TEST(BeamSearchTest, TiedDistributionsStayDeterministic) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TableStepModel model({.vocab_size = 5, .seed = seed, .quantum = 1.0f});
    DecodingOptions options{.max_length = 3};
    const auto all = Exhaustive(model, {1, 0}, options);
    options.beam_size = static_cast<int32_t>(all.size());
    options.n_best = 3;
    const auto found = Search(model, {1, 0}, options);
    const auto again = Search(model, {1, 0}, options);
    ExpectSame(found, again);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_FLOAT_EQ(found[i].score, all[i].score);
    }
  }
}

TEST(BeamSearchTest, LengthLimitFinishesWhatIsUnfinished) {
  TableStepModel model({.vocab_size = 50, .end_bias = -100.0});
  const auto found =
      Search(model, {1, 0}, {.beam_size = 3, .n_best = 3, .max_length = 4});
  ASSERT_THAT(found, SizeIs(3));
  for (const Hypothesis& hypothesis : found) {
    EXPECT_EQ(hypothesis.finish_reason, FinishReason::kLengthLimit);
    EXPECT_THAT(hypothesis.tokens, SizeIs(4));
    EXPECT_NE(hypothesis.tokens.back(), kEnd);
    float sum = 0.0f;
    for (const float value : hypothesis.token_log_probabilities) {
      sum += value;
    }
    EXPECT_FLOAT_EQ(hypothesis.score, sum / 4.0f);
  }
  EXPECT_GE(found[0].score, found[1].score);
  EXPECT_GE(found[1].score, found[2].score);
}

TEST(BeamSearchTest, LengthPenaltyMovesTheChoice) {
  // "1 end" sums to -1 over 2 tokens, "1 3 end" to -1.325 over 3.
  const auto best = [](float penalty) {
    BeamSearch search;
    search.Start({.beam_size = 2, .length_penalty = penalty, .max_length = 9},
                 9, kEnd);
    search.Advance(std::vector<Candidate>{{1, -0.5f}, {2, -9.0f}}, 2, 2);
    search.Advance(
        std::vector<Candidate>{
            {kEnd, -0.5f}, {3, -0.625f}, {4, -9.0f}, {5, -9.0f}},
        2, 2);
    search.Advance(
        std::vector<Candidate>{
            {kEnd, -0.2f}, {6, -5.0f}, {4, -9.0f}, {5, -9.0f}},
        2, 2);
    EXPECT_TRUE(search.done());
    return search.Results().front().tokens;
  };
  EXPECT_THAT(best(0.0f), ElementsAre(1, kEnd));
  EXPECT_THAT(best(0.5f), ElementsAre(1, kEnd));
  EXPECT_THAT(best(1.0f), ElementsAre(1, 3, kEnd));
}

// The first letters of tokens: 1 and 2 are "a", 3 is "b".
std::string Letters(std::span<const int32_t> tokens) {
  std::string text;
  for (const int32_t token : tokens) {
    text += token <= 2 ? 'a' : 'b';
  }
  return text;
}

std::vector<Hypothesis> FinishOneToThree(const DecodingOptions& options) {
  BeamSearch search;
  search.Start(options, 9, kEnd);
  if (options.sampling.has_value()) {
    search.Advance(std::vector<Candidate>{{2, -2.0f}, {1, -1.0f}, {3, -3.0f}},
                   1, 1);
  } else {
    search.Advance(
        std::vector<Candidate>{
            {1, -1.0f}, {2, -2.0f}, {3, -3.0f}, {4, -4.0f}, {5, -5.0f}},
        5, 5);
  }
  EXPECT_TRUE(search.done());
  return search.Results(Letters);
}

TEST(BeamSearchTest, OfEqualTextsOnlyTheBestIsAResult) {
  const auto two =
      FinishOneToThree({.beam_size = 3, .n_best = 2, .max_length = 1});
  ASSERT_THAT(two, SizeIs(2)) << "the third fills up";
  EXPECT_THAT(two[0].tokens, ElementsAre(1));
  EXPECT_THAT(two[1].tokens, ElementsAre(3));
  EXPECT_THAT(FinishOneToThree({.beam_size = 3, .n_best = 3, .max_length = 1}),
              SizeIs(2))
      << "there are no more texts";
}

TEST(BeamSearchTest, DrawsOfEqualTextsAreAllResults) {
  const auto found = FinishOneToThree({.beam_size = 3,
                                       .n_best = 3,
                                       .max_length = 1,
                                       .sampling = SamplingOptions{}});
  ASSERT_THAT(found, SizeIs(3));
  EXPECT_THAT(found[0].tokens, ElementsAre(1));
  EXPECT_THAT(found[1].tokens, ElementsAre(2));
}

TEST(BeamSearchTest, SuppressedTokensAreNeverChosen) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TableStepModel model({.vocab_size = 5, .seed = seed, .suppressed = {2, 4}});
    for (const auto& hypothesis : Search(
             model, {1, 0}, {.beam_size = 8, .n_best = 8, .max_length = 6})) {
      EXPECT_THAT(hypothesis.tokens, ::testing::Not(::testing::Contains(2)));
      EXPECT_THAT(hypothesis.tokens, ::testing::Not(::testing::Contains(4)));
    }
  }
}

TEST(BeamSearchTest, FewerFiniteCandidatesThanTheBeamIsWide) {
  TableStepModel model({.vocab_size = 6, .suppressed = {0, 2, 3, 4, 5}});
  const auto found =
      Search(model, {1, 0}, {.beam_size = 4, .n_best = 4, .max_length = 3});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].tokens, ElementsAre(1, 1, 1));
  EXPECT_EQ(found[0].finish_reason, FinishReason::kLengthLimit);
}

TEST(BeamSearchTest, NothingButSuppressedTokensEndsTheSearch) {
  BeamSearch search;
  search.Start({.beam_size = 2, .max_length = 5}, 9, kEnd);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  search.Advance(std::vector<Candidate>{{1, -0.5f}, {2, nan}}, 2, 2);
  EXPECT_EQ(search.active(), 1);
  search.Advance(std::vector<Candidate>{{1, -kInfinity}, {2, nan}}, 2, 2);
  ASSERT_TRUE(search.done());
  const auto results = search.Results();
  ASSERT_THAT(results, SizeIs(1));
  EXPECT_THAT(results[0].tokens, ElementsAre(1));
  EXPECT_THAT(results[0].score, FloatEq(-0.5f));
  EXPECT_EQ(results[0].finish_reason, FinishReason::kLengthLimit);

  search.Start({.beam_size = 1, .max_length = 5}, 9, kEnd);
  search.Advance(std::vector<Candidate>{{1, -kInfinity}, {kEnd, -0.5f}}, 2, 2);
  ASSERT_TRUE(search.done());
  EXPECT_THAT(search.Results().front().tokens, IsEmpty());
}

TEST(BeamSearchTest, AdvanceAllocatesNothing) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  BeamSearch search;
  const DecodingOptions options{.beam_size = 8, .n_best = 8, .max_length = 40};
  search.Start(options, 9, kEnd);
  std::vector<Candidate> candidates(std::size_t{8} * 16);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i] = {static_cast<int32_t>(i % 16),
                     -static_cast<float>(i % 16) - 1.0f};
  }
  std::vector<Row> rows(8);
  // The end symbol is the best candidate of step 1 only; then it is last.
  search.Advance(candidates, 16, 16);
  for (Candidate& candidate : candidates) {
    candidate.log_probability -= candidate.token == kEnd ? 100.0f : 0.0f;
  }
  const int64_t before = AllocationCount();
  int steps = 0;
  while (!search.done()) {
    search.WriteRows(0, 16, std::span(rows).first(search.active()));
    search.Advance(candidates, 16, 16);
    ++steps;
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(steps, 39);
  search.Start(options, 9, kEnd);
  EXPECT_EQ(AllocationCount(), before) << "a slot is reused without allocating";
}

}  // namespace
}  // namespace interpres
