// The options of a request in the search, against references that share no code
// with it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "model/decoding/beam_search.h"
#include "model/kernels/counter_random.h"
#include "tests/model/decoding/repeated_ngram.h"
#include "tests/model/decoding/search_table.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/table_step_model.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr int32_t kEnd = TableStepModel::kEnd;

// The definition, token by token: the tokens of the history are penalised, the
// n-grams of the history banned, and the rest normalised.
std::vector<double> ReferenceDistribution(const TableStepModel& model,
                                          const std::vector<int32_t>& source,
                                          const std::vector<int32_t>& history,
                                          const DecodingOptions& options) {
  std::vector<double> logits = model.Logits(source, history);
  const auto n = static_cast<std::size_t>(options.no_repeat_ngram_size);
  double sum = 0.0;
  for (std::size_t token = 0; token < logits.size(); ++token) {
    const auto id = static_cast<int32_t>(token);
    if (std::find(history.begin(), history.end(), id) != history.end()) {
      logits[token] = logits[token] > 0
                          ? logits[token] / options.repetition_penalty
                          : logits[token] * options.repetition_penalty;
    }
    std::vector<int32_t> longer = history;
    longer.push_back(id);
    if (n > 0 && longer.size() > n) {
      const auto ending = std::span<const int32_t>(longer).last(n);
      const auto found = std::search(longer.begin(), longer.end(),
                                     ending.begin(), ending.end());
      if (found != longer.end() - static_cast<std::ptrdiff_t>(n)) {
        logits[token] = -std::numeric_limits<double>::infinity();
      }
    }
    sum += std::exp(logits[token]);
  }
  for (double& logit : logits) {
    logit -= std::log(sum);
  }
  return logits;
}

// Greedy decoding by the definition.
Hypothesis ReferenceGreedy(const TableStepModel& model,
                           const std::vector<int32_t>& source,
                           const DecodingOptions& options) {
  Hypothesis result;
  double sum = 0.0;
  while (result.tokens.size() < static_cast<std::size_t>(options.max_length) &&
         (result.tokens.empty() || result.tokens.back() != kEnd)) {
    std::vector<double> scores =
        ReferenceDistribution(model, source, result.tokens, options);
    if (result.tokens.empty()) {
      scores[kEnd] = -kInfinity;
    }
    const auto best = std::max_element(scores.begin(), scores.end());
    if (!std::isfinite(*best)) {
      break;
    }
    sum += *best;
    result.tokens.push_back(static_cast<int32_t>(best - scores.begin()));
    result.token_log_probabilities.push_back(static_cast<float>(*best));
  }
  result.score =
      static_cast<float>(sum / std::max<double>(1, result.tokens.size()));
  return result;
}

TEST(BeamSearchOptionsTest, GreedyFollowsTheDefinitionOfTheRules) {
  int changed = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    TableStepModel model({.vocab_size = 7, .seed = seed, .end_bias = -1.0});
    const std::vector<int32_t> source = {3, 0};
    for (const float penalty : {1.0f, 1.4f, 4.0f, 0.5f}) {
      for (const int32_t ngram : {0, 1, 2, 3}) {
        const DecodingOptions options{.beam_size = 1,
                                      .max_length = 20,
                                      .repetition_penalty = penalty,
                                      .no_repeat_ngram_size = ngram};
        const Hypothesis expected = ReferenceGreedy(model, source, options);
        const auto found = Search(model, source, options);
        ASSERT_THAT(found, SizeIs(1));
        EXPECT_EQ(found[0].tokens, expected.tokens);
        EXPECT_THAT(found[0].token_log_probabilities,
                    ::testing::Pointwise(::testing::FloatNear(1e-5f),
                                         expected.token_log_probabilities));
        EXPECT_NEAR(found[0].score, expected.score, 1e-5);
        const auto plain =
            Search(model, source, {.beam_size = 1, .max_length = 20});
        changed += plain[0].tokens != found[0].tokens ? 1 : 0;
      }
    }
  }
  EXPECT_GT(changed, 200) << "the rules have something to do";
}

TEST(BeamSearchOptionsTest, NoHypothesisOfAnyBeamRepeatsAnNgram) {
  int repeats = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    TableStepModel model({.vocab_size = 5, .seed = seed, .end_bias = -3.0});
    for (const int32_t n : {1, 2, 3}) {
      for (const int32_t beam : {1, 2, 5}) {
        DecodingOptions options{.beam_size = beam,
                                .n_best = beam,
                                .max_length = 18,
                                .no_repeat_ngram_size = n};
        for (const auto& hypothesis : Search(model, {1, 0}, options)) {
          EXPECT_FALSE(
              RepeatsAnNgram(hypothesis.tokens, static_cast<std::size_t>(n)));
        }
        options.no_repeat_ngram_size = 0;
        for (const auto& hypothesis : Search(model, {1, 0}, options)) {
          repeats +=
              RepeatsAnNgram(hypothesis.tokens, static_cast<std::size_t>(n))
                  ? 1
                  : 0;
        }
      }
    }
  }
  EXPECT_GT(repeats, 100) << "without the rule there would be some";
}

// Every token but the end symbol may be used once; the end symbol is last.
TEST(BeamSearchOptionsTest, WhatCannotGoOnEndsAtItsLength) {
  TableStepModel model({.vocab_size = 4, .suppressed = {kEnd}});
  const auto found =
      Search(model, {1, 0},
             {.beam_size = 1, .max_length = 9, .no_repeat_ngram_size = 1});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].tokens, SizeIs(3));
  EXPECT_EQ(found[0].finish_reason, FinishReason::kLengthLimit);
}

TEST(BeamSearchOptionsTest, APrefixComesFirstAndCountsInTheScore) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    TableStepModel model({.vocab_size = 8, .seed = seed});
    const std::vector<int32_t> source = {2, 0};
    const std::vector<int32_t> prefix = {5, 5, 3};
    const DecodingOptions options{.beam_size = 3,
                                  .n_best = 3,
                                  .length_penalty = 0.8f,
                                  .max_length = 12,
                                  .repetition_penalty = 1.3f,
                                  .no_repeat_ngram_size = 2};
    const auto found = Search(model, source, options, prefix);
    ASSERT_THAT(found, SizeIs(3));
    for (const Hypothesis& hypothesis : found) {
      ASSERT_GT(hypothesis.tokens.size(), prefix.size());
      double sum = 0.0;
      std::vector<int32_t> history;
      for (std::size_t i = 0; i < hypothesis.tokens.size(); ++i) {
        const bool forced = i < prefix.size();
        EXPECT_TRUE(!forced || hypothesis.tokens[i] == prefix[i]);
        const auto scores = ReferenceDistribution(
            model, source, history, forced ? DecodingOptions() : options);
        EXPECT_NEAR(hypothesis.token_log_probabilities[i],
                    scores[hypothesis.tokens[i]], 1e-5);
        sum += scores[hypothesis.tokens[i]];
        history.push_back(hypothesis.tokens[i]);
      }
      EXPECT_NEAR(hypothesis.score,
                  sum / std::pow(hypothesis.tokens.size(), 0.8), 1e-5);
    }
  }
}

// The rest of a translation is found again when its beginning is given.
TEST(BeamSearchOptionsTest, GreedyContinuesItsOwnBeginning) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    TableStepModel model({.vocab_size = 9, .seed = seed, .end_bias = -1.0});
    const DecodingOptions options{.beam_size = 1, .max_length = 15};
    const auto whole = Search(model, {1, 0}, options);
    auto tokens = whole[0].tokens;
    while (tokens.size() > 1) {
      tokens.pop_back();
      const auto found = Search(model, {1, 0}, options, tokens);
      EXPECT_EQ(found[0].tokens, whole[0].tokens);
      EXPECT_EQ(found[0].token_log_probabilities,
                whole[0].token_log_probabilities);
      EXPECT_EQ(found[0].score, whole[0].score);
    }
  }
}

TEST(BeamSearchOptionsTest, AnUnwantedTokenIsNeverChosen) {
  TableStepModel model({.vocab_size = 5, .seed = 3});
  const std::vector<int32_t> source = {1, 2};
  for (int32_t beam = 1; beam <= 4; ++beam) {
    DecodingOptions options{.beam_size = beam, .n_best = beam, .max_length = 8};
    const int32_t unwanted =
        Search(model, source, options).at(0).tokens.front();
    options.unwanted_token = unwanted;
    for (const Hypothesis& found : Search(model, source, options)) {
      EXPECT_EQ(std::count(found.tokens.begin(), found.tokens.end(), unwanted),
                0);
      for (std::size_t t = 0; t < found.tokens.size(); ++t) {
        const auto before = std::span(found.tokens).first(t);
        EXPECT_EQ(found.token_log_probabilities[t],
                  model.Distribution(source, before)[found.tokens[t]])
            << "its probability still counts";
      }
    }
    EXPECT_EQ(Search(model, source, options, {unwanted}).at(0).tokens.front(),
              unwanted)
        << "a prefix may have it";
  }
}

TEST(BeamSearchOptionsTest, TheFirstTokenIsNeitherTheEndNorUnwanted) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    TableStepModel model({.vocab_size = 5, .seed = seed, .end_bias = 20.0});
    DecodingOptions options{.beam_size = 1, .max_length = 8};
    options.unwanted_token =
        Search(model, {1, 2}, options).at(0).tokens.front();
    const auto found = Search(model, {1, 2}, options);
    ASSERT_FALSE(found.at(0).tokens.empty());
    EXPECT_NE(found[0].tokens[0], options.unwanted_token);
    EXPECT_NE(found[0].tokens[0], kEnd);
  }
}

TEST(BeamSearchOptionsTest, TheEndSymbolMayFollowThePrefix) {
  TableStepModel model({.vocab_size = 6, .end_bias = 20.0});
  const auto found = Search(model, {1, 0}, {.beam_size = 1}, {4});
  EXPECT_THAT(found[0].tokens, ElementsAre(4, kEnd));
  EXPECT_EQ(found[0].finish_reason, FinishReason::kEndOfSentence);
}

TEST(BeamSearchOptionsTest, APrefixThatIsImpossibleEndsTheSearch) {
  TableStepModel model({.vocab_size = 6, .suppressed = {4}});
  const auto found = Search(model, {1, 0}, {.beam_size = 2}, {3, 4, 3});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].tokens, ElementsAre(3));
  EXPECT_EQ(found[0].finish_reason, FinishReason::kLengthLimit);
  EXPECT_THAT(Search(model, {1, 0}, {.beam_size = 2}, {4})[0].tokens,
              IsEmpty());
}

TEST(BeamSearchOptionsTest, StepsWithRulesAllocateNothing) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  BeamSearch search;
  const DecodingOptions options{.beam_size = 4,
                                .n_best = 4,
                                .max_length = 40,
                                .repetition_penalty = 1.2f,
                                .no_repeat_ngram_size = 1};
  const std::vector<int32_t> prefix = {3, 2};
  search.Start(options, 9, kEnd, {.prefix = prefix});
  std::vector<Candidate> candidates(std::size_t{4} * 8);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i] = {static_cast<int32_t>(1 + i % 8),
                     -static_cast<float>(i % 8) - 1.0f};
  }
  std::vector<Row> rows(4);
  const int64_t before = AllocationCount();
  int steps = 0;
  while (!search.done()) {
    search.WriteRows(0, 16, std::span(rows).first(search.active()));
    search.Advance(candidates, 8, 8);
    ++steps;
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_EQ(steps, 40);
}

DecodingOptions Draws(int32_t count) {
  return {.beam_size = count,
          .n_best = count,
          .max_length = 12,
          .sampling = SamplingOptions{}};
}

std::set<std::vector<int32_t>> TokensOf(const std::vector<Hypothesis>& all) {
  std::set<std::vector<int32_t>> result;
  for (const Hypothesis& hypothesis : all) {
    result.insert(hypothesis.tokens);
  }
  return result;
}

TEST(SamplingSearchTest, DrawsFollowTheProbabilities) {
  TableStepModel model({.vocab_size = 4, .seed = 5});
  const std::vector<int32_t> source = {1, 0};
  std::vector<double> counts(4, 0.0);
  constexpr int kKeys = 1500;
  for (uint64_t key = 0; key < kKeys; ++key) {
    for (const auto& hypothesis :
         Search(model, source, Draws(4), {2, 1}, CombineKeys(key, 1))) {
      counts[hypothesis.tokens[2]] += 1.0 / (4 * kKeys);
    }
  }
  const auto expected = model.Distribution(source, std::vector<int32_t>{2, 1});
  for (std::size_t token = 0; token < counts.size(); ++token) {
    // 6,000 draws: a standard deviation is at most 0.0065.
    EXPECT_NEAR(counts[token], std::exp(expected[token]), 0.025) << token;
  }
}

TEST(SamplingSearchTest, TheSameKeyGivesTheSameAndOthersDiffer) {
  TableStepModel model({.vocab_size = 9, .end_bias = -1.0});
  std::set<std::vector<int32_t>> seen;
  for (uint64_t key = 0; key < 40; ++key) {
    const auto first = Search(model, {1, 0}, Draws(1), {}, key);
    const auto second = Search(model, {1, 0}, Draws(1), {}, key);
    ASSERT_THAT(first, SizeIs(1));
    EXPECT_EQ(first[0].tokens, second[0].tokens);
    EXPECT_EQ(first[0].score, second[0].score);
    EXPECT_NE(first[0].tokens.front(), kEnd) << "the first token";
    seen.insert(first[0].tokens);
  }
  EXPECT_GT(seen.size(), 35U);
}

// A draw does not depend on the number of draws; draws are sorted by score.
TEST(SamplingSearchTest, DrawsAreIndependentOfEachOther) {
  TableStepModel model({.vocab_size = 9});
  for (uint64_t key = 0; key < 20; ++key) {
    const auto few = TokensOf(Search(model, {1, 0}, Draws(2), {}, key));
    const auto many = Search(model, {1, 0}, Draws(7), {}, key);
    ASSERT_THAT(many, SizeIs(7));
    const auto all = TokensOf(many);
    EXPECT_GT(all.size(), 3U);
    EXPECT_TRUE(std::includes(all.begin(), all.end(), few.begin(), few.end()));
    for (std::size_t i = 1; i < many.size(); ++i) {
      EXPECT_GE(many[i - 1].score, many[i].score);
    }
  }
}

TEST(SamplingSearchTest, TheRulesHoldForDrawsToo) {
  TableStepModel model({.vocab_size = 6, .end_bias = -2.0});
  const std::vector<int32_t> source = {2, 0};
  DecodingOptions options = Draws(3);
  options.no_repeat_ngram_size = 2;
  options.repetition_penalty = 1.5f;
  for (uint64_t key = 0; key < 60; ++key) {
    for (const auto& hypothesis : Search(model, source, options, {3}, key)) {
      EXPECT_EQ(hypothesis.tokens.front(), 3);
      EXPECT_FALSE(RepeatsAnNgram(hypothesis.tokens, 2));
      std::vector<int32_t> history = {3};
      for (std::size_t i = 1; i < hypothesis.tokens.size(); ++i) {
        EXPECT_NEAR(hypothesis.token_log_probabilities[i],
                    ReferenceDistribution(model, source, history,
                                          options)[hypothesis.tokens[i]],
                    1e-5);
        history.push_back(hypothesis.tokens[i]);
      }
    }
  }
}

TEST(SamplingSearchTest, NothingToDrawEndsTheHypothesis) {
  TableStepModel model({.vocab_size = 4, .suppressed = {kEnd}});
  DecodingOptions options = Draws(2);
  options.no_repeat_ngram_size = 1;
  for (const auto& hypothesis : Search(model, {1, 0}, options)) {
    EXPECT_THAT(hypothesis.tokens, SizeIs(3));
    EXPECT_EQ(hypothesis.finish_reason, FinishReason::kLengthLimit);
  }
}

}  // namespace
}  // namespace interpres
