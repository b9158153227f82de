// The search with required tokens, against references that share no code with
// it: all hypotheses that the rules allow, and the rules themselves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <set>

#include "model/decoding/alignment.h"
#include "model/kernels/counter_random.h"
#include "tests/model/decoding/naive_required.h"
#include "tests/model/decoding/required_enumeration.h"
#include "tests/model/decoding/search_table.h"
#include "tests/testing/aligned_token.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/table_step_model.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr int32_t kEnd = TableStepModel::kEnd;

Sentence MakeSentence(const std::vector<int32_t>& source,
                      const DecodingOptions& options,
                      const std::vector<RequiredTokens>& required) {
  return {.source = source,
          .options = options,
          .pieces = {.first = 0, .count = static_cast<int32_t>(source.size())},
          .required = required};
}

TokenSequences SequencesOf(const Sentence& sentence) {
  TokenSequences sequences;
  for (const RequiredTokens& required : sentence.required) {
    sequences.push_back(required.tokens);
  }
  return sequences;
}

void ExpectSame(const std::vector<Hypothesis>& found,
                const std::vector<Hypothesis>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].tokens, expected[i].tokens) << "hypothesis " << i;
    EXPECT_NEAR(found[i].score, expected[i].score, 1e-5);
    EXPECT_EQ(found[i].finish_reason, expected[i].finish_reason);
  }
}

// Decodes with a beam for all of `expected`.
std::vector<Hypothesis> SearchAll(TableStepModel& model, Sentence sentence,
                                  std::size_t expected) {
  sentence.options.beam_size = static_cast<int32_t>(expected);
  sentence.options.n_best = sentence.options.beam_size;
  return SearchSentence(model, sentence);
}

struct RequiredCase {
  std::vector<RequiredTokens> required;
  WordTokens words = {};
  int32_t vocab_size = 4;
  int32_t max_length = 5;
};

const std::vector<RequiredCase>& Cases() {
  static const std::vector<RequiredCase> cases = {
      {.required = {{.tokens = {1, 2}, .source = {0, 1}}}},
      {.required = {{.tokens = {1, 2}}}},
      {.required = {{.tokens = {1, 1}, .source = {1, 1}}}, .max_length = 6},
      {.required = {{.tokens = {1}, .source = {0, 1}},
                    {.tokens = {1, 2}, .source = {1, 1}}}},
      {.required = {{.tokens = {2}, .source = {0, 2}},
                    {.tokens = {1}, .source = {1, 2}},
                    {.tokens = {2}}}},
      {.required = {{.tokens = {1, 2, 1}, .source = {0, 3}}},
       .vocab_size = 3,
       .max_length = 7},
      {.required = {{.tokens = {1, 2}, .source = {0, 1}, .ends_word = true}},
       .words = {.continuations = {2, 3}, .endings = {3}},
       .max_length = 6},
      {.required = {{.tokens = {1}, .source = {0, 1}, .ends_word = true},
                    {.tokens = {1, 2}, .source = {1, 1}, .ends_word = true},
                    {.tokens = {3}, .source = {1, 2}}},
       .words = {.continuations = {1, 3}, .endings = {1, 2}},
       .max_length = 6}};
  return cases;
}

TEST(RequiredSearchTest, EqualsEnumerationWhereTheBeamCoversEverything) {
  int64_t hypotheses = 0;
  for (const RequiredCase& shape : Cases()) {
    for (uint64_t seed = 1; seed <= 25; ++seed) {
      TableStepModel model({.vocab_size = shape.vocab_size,
                            .seed = seed,
                            .end_bias = seed % 3 == 0 ? 2.0 : 0.0});
      Sentence sentence = MakeSentence(
          {1, 2, 0}, {.max_length = shape.max_length}, shape.required);
      sentence.words = std::make_shared<WordTokens>(shape.words);
      const Enumeration expected(model, sentence);
      // At least 32, so that every token of a row is likely.
      std::vector<Hypothesis> found = SearchAll(
          model, sentence, std::max<std::size_t>(32, expected.beam()));
      ExpectSame(found, expected.all());
      hypotheses += std::ssize(found);
    }
  }
  EXPECT_GT(hypotheses, 10000);
}

// With equal sequences of one token, and a model that never wants to end, the
// rules exclude no hypothesis: no other sequence can be forced first when there
// is little room.
void EnumerateAll(const TableStepModel& model, const Sentence& sentence,
                  std::vector<int32_t>& tokens, double sum,
                  std::vector<Hypothesis>& all) {
  const std::vector<float> scores = model.Distribution(sentence.source, tokens);
  for (int32_t token = tokens.empty() ? 1 : 0; token < model.vocab_size();
       ++token) {
    tokens.push_back(token);
    const bool is_last =
        std::ssize(tokens) == int64_t{sentence.options.max_length};
    if (token != kEnd && !is_last) {
      EnumerateAll(model, sentence, tokens, sum + scores[token], all);
    } else if (HasAll(std::span(tokens).first(tokens.size() - 1),
                      SequencesOf(sentence))) {
      all.push_back(Scored(tokens, sum + scores[token], sentence.options));
    }
    tokens.pop_back();
  }
}

TEST(RequiredSearchTest, FindsEveryHypothesisWithTheRequiredTokens) {
  const std::vector<std::vector<RequiredTokens>> lists = {
      {{.tokens = {1}, .source = {0, 1}}},
      {{.tokens = {1}}},
      {{.tokens = {2}, .source = {0, 1}}, {.tokens = {2}, .source = {1, 1}}}};
  for (const std::vector<RequiredTokens>& required : lists) {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      TableStepModel model({.vocab_size = 4, .seed = seed, .end_bias = -9.0});
      const Sentence sentence =
          MakeSentence({1, 2, 0}, {.max_length = 5}, required);
      std::vector<Hypothesis> all;
      std::vector<int32_t> tokens;
      EnumerateAll(model, sentence, tokens, 0.0, all);
      std::stable_sort(all.begin(), all.end(),
                       [](const Hypothesis& a, const Hypothesis& b) {
                         return a.score > b.score;
                       });
      ExpectSame(SearchAll(model, sentence, all.size()), all);
    }
  }
}

class RandomRequests {
 public:
  int32_t Draw(int32_t least, int32_t most) {
    return least + static_cast<int32_t>(
                       random_() % static_cast<uint32_t>(most - least + 1));
  }

  Sentence Next(int32_t vocab_size) {
    std::vector<int32_t> source(static_cast<std::size_t>(Draw(1, 6)));
    for (int32_t& token : source) {
      token = Draw(1, vocab_size - 1);
    }
    std::vector<RequiredTokens> required(static_cast<std::size_t>(Draw(1, 5)));
    int32_t total = 0;
    for (RequiredTokens& one : required) {
      one.tokens.resize(static_cast<std::size_t>(Draw(1, 4)));
      for (int32_t& token : one.tokens) {
        token = Draw(1, vocab_size - 1);
      }
      one.source = {Draw(0, 5), Draw(0, 2)};
      one.ends_word = Draw(0, 1) == 0;
      total += static_cast<int32_t>(one.tokens.size());
    }
    Sentence sentence = MakeSentence(source, {}, required);
    sentence.words = std::make_shared<WordTokens>(
        WordTokens{.continuations = {Draw(1, vocab_size - 1)},
                   .endings = {Draw(1, vocab_size - 1)}});
    if (Draw(0, 2) == 0) {
      sentence.target_prefix = {Draw(1, vocab_size - 1)};
    }
    DecodingOptions& options = sentence.options;
    options.max_length = total + 1 + Draw(0, 3) * Draw(0, 5) +
                         static_cast<int32_t>(sentence.target_prefix.size());
    options.beam_size = Draw(1, 8);
    options.n_best = Draw(1, options.beam_size);
    options.no_repeat_ngram_size = Draw(0, 3);
    options.repetition_penalty = Draw(0, 1) == 0 ? 1.0f : 1.5f;
    options.unwanted_token = Draw(0, 2) == 0 ? Draw(1, vocab_size - 1) : -1;
    if (Draw(0, 3) == 0) {
      options.sampling = SamplingOptions{.seed = random_()};
      options.n_best = options.beam_size;
    }
    return sentence;
  }

 private:
  std::mt19937 random_{7};
};

TEST(RequiredSearchTest, EveryHypothesisHasEverySequence) {
  RandomRequests random;
  int64_t checked = 0;
  for (uint64_t seed = 1; seed <= 3000; ++seed) {
    TableStepModel model({.vocab_size = random.Draw(3, 9),
                          .seed = seed,
                          .end_bias = random.Draw(0, 1) == 0 ? 3.0 : 0.0});
    const Sentence sentence = random.Next(model.vocab_size());
    ASSERT_TRUE(
        ValidateSentence(sentence, {.vocab_size = model.vocab_size(),
                                    .source_vocab_size = model.vocab_size(),
                                    .end_token = kEnd,
                                    .max_positions = 100,
                                    .max_rows = 8})
            .ok());
    const auto found = SearchSentence(model, sentence, seed);
    ASSERT_FALSE(found.empty());
    for (const Hypothesis& hypothesis : found) {
      ASSERT_TRUE(HasAll(hypothesis.tokens, SequencesOf(sentence)))
          << "seed " << seed;
      ASSERT_EQ(hypothesis.alignment.size(), hypothesis.tokens.size());
      double sum = 0.0;
      for (const float value : hypothesis.token_log_probabilities) {
        ASSERT_LE(value, 1e-5f);
        sum += value;
      }
      EXPECT_NEAR(hypothesis.score,
                  sum / static_cast<double>(hypothesis.tokens.size()), 1e-4);
      ++checked;
    }
  }
  EXPECT_GT(checked, 6000);
}

TEST(RequiredSearchTest, ForcedTokensHaveTheirTrueProbabilities) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    TableStepModel model({.vocab_size = 6, .seed = seed});
    const Sentence sentence =
        MakeSentence({1, 2, 0}, {.beam_size = 1, .max_length = 12},
                     {{.tokens = {3, 3, 3}, .source = {0, 2}}});
    const auto found = SearchSentence(model, sentence);
    ASSERT_THAT(found, SizeIs(1));
    std::vector<int32_t> history;
    for (std::size_t i = 0; i < found[0].tokens.size(); ++i) {
      const int32_t token = found[0].tokens[i];
      EXPECT_NEAR(found[0].token_log_probabilities[i],
                  model.Distribution(sentence.source, history)[token], 1e-6);
      if (token != kEnd) {
        EXPECT_EQ(found[0].alignment[i], AlignedTo(model, sentence, history));
      }
      history.push_back(token);
    }
  }
}

// A plain translation that has the required tokens is also the result with
// required tokens, if no sequence is begun elsewhere.
TEST(RequiredSearchTest, AGreedyTranslationWithTheTokensStaysTheSame) {
  int same = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    TableStepModel model({.vocab_size = 12, .seed = seed});
    Sentence sentence =
        MakeSentence({1, 2, 0}, {.beam_size = 1, .max_length = 20}, {});
    const auto plain = SearchSentence(model, sentence);
    const std::vector<int32_t>& tokens = plain.at(0).tokens;
    if (tokens.size() < 6 || tokens.back() != kEnd ||
        std::set<int32_t>(tokens.begin(), tokens.begin() + 5).size() < 5) {
      continue;
    }
    // Without a place in the source.
    sentence.required = {{.tokens = {tokens[1], tokens[2]}},
                         {.tokens = {tokens[3], tokens[4]}}};
    const auto found = SearchSentence(model, sentence);
    EXPECT_EQ(found.at(0).tokens, tokens);
    EXPECT_EQ(found.at(0).score, plain.at(0).score);
    ++same;
  }
  EXPECT_GT(same, 20);
}

TEST(RequiredSearchTest, TooLittleRoomEndsWithTheLengthLimit) {
  TableStepModel model({.vocab_size = 5});
  const Sentence sentence =
      MakeSentence({1, 0}, {.beam_size = 2, .max_length = 3},
                   {{.tokens = {1, 2, 3}}, {.tokens = {4}}});
  const auto found = SearchSentence(model, sentence);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].finish_reason, FinishReason::kLengthLimit);
  EXPECT_THAT(found[0].tokens, ElementsAre(1, 2, 3));
}

TEST(RequiredSearchTest, ASuppressedRequiredTokenEndsTheHypothesis) {
  TableStepModel model({.vocab_size = 5, .suppressed = {3}});
  for (const int32_t beam : {1, 3}) {
    const auto found = SearchSentence(
        model, MakeSentence({1, 0}, {.beam_size = beam, .max_length = 9},
                            {{.tokens = {2, 3}}}));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].finish_reason, FinishReason::kLengthLimit);
  }
}

TEST(RequiredSearchTest, AdvanceAllocatesNothing) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  constexpr int32_t kVocabSize = 16;
  std::vector<RequiredTokens> required(kMaxRequired);
  for (std::size_t i = 0; i < required.size(); ++i) {
    required[i] = {.tokens = {static_cast<int32_t>(1 + i % 15)},
                   .source = {static_cast<int32_t>(i % 4), 1}};
  }
  const DecodingOptions options{.beam_size = 8, .n_best = 8, .max_length = 90};
  BeamSearch search;
  search.Start(options, 9, kEnd, {.required = required});
  constexpr int32_t kStride = 16 + kMaxRequired;
  std::vector<Candidate> candidates(std::size_t{8} * kStride);
  std::vector<Row> rows(8);
  const int64_t before = AllocationCount();
  int steps = 0;
  while (!search.done()) {
    const auto active = std::span(rows).first(search.active());
    search.WriteRows(0, kVocabSize, active);
    for (std::size_t i = 0; i < active.size(); ++i) {
      const auto row = std::span(candidates).subspan(i * kStride);
      for (int32_t k = 0; k < active[i].num_candidates; ++k) {
        row[k] = {
            active[i].forced_token == kNoToken ? k : active[i].forced_token,
            -static_cast<float>(k) - 1.0f, steps % 4};
      }
      for (std::size_t k = 0; k < active[i].wanted.size(); ++k) {
        row[active[i].num_candidates + k] = {active[i].wanted[k], -2.0f,
                                             steps % 4};
      }
    }
    search.Advance(candidates, kStride, search.num_candidates(kVocabSize));
    ++steps;
  }
  EXPECT_EQ(AllocationCount(), before);
  EXPECT_GT(steps, kMaxRequired);
  search.Start(options, 9, kEnd, {.required = required});
  EXPECT_EQ(AllocationCount(), before) << "a slot is reused without allocating";
}

}  // namespace
}  // namespace interpres
