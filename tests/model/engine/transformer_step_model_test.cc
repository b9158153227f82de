#include "model/engine/transformer_step_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/checkpoint/model_directory.h"
#include "tests/testing/admissions.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

constexpr SessionOptions kSession = {.max_sentences = 1,
                                     .max_rows = 2,
                                     .max_source_tokens = 64,
                                     .max_cache_positions = 64};

class TransformerStepModelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(temp_dir_.path() / "tiny", {}).ok());
    directory_ = ReadModelDirectory(temp_dir_.path() / "tiny");
    ASSERT_TRUE(directory_.ok()) << directory_.status();
    auto weights = TransformerWeights::Load(directory_->description.config,
                                            directory_->parameters());
    ASSERT_TRUE(weights.ok()) << weights.status();
    weights_ = *std::move(weights);
  }

  TempDir temp_dir_;
  absl::StatusOr<ModelDirectory> directory_;
  std::unique_ptr<const TransformerWeights> weights_;
};

// A row's distribution, from the plain one: penalised and banned by hand.
TEST_F(TransformerStepModelTest, RulesChangeLogitsBeforeTheSoftmax) {
  auto step_model = TransformerStepModel::Create(
      *weights_, directory_->description.generation, nullptr, kSession);
  ASSERT_TRUE(step_model.ok()) << step_model.status();
  const std::vector<int32_t> source = {9, 4, 12, 0};
  const Admission admission =
      MakeAdmission({.source = source, .max_length = 9});
  ASSERT_TRUE((*step_model)->Admit({&admission, 1}).ok());
  const int32_t size = (*step_model)->vocab_size();
  const std::vector<int32_t> banned = {3, 0};
  const std::vector<int32_t> penalised = {1, 5, 7};
  Row row{.token = (*step_model)->start_token(), .num_candidates = size};
  const auto step = [&](const Row& wanted) {
    std::vector<Candidate> candidates(size);
    (*step_model)->Step({&wanted, 1}, size, candidates);
    return candidates;
  };
  // The logits themselves, by a session of our own.
  auto session = TransformerSession::Create(*weights_, kSession);
  ASSERT_TRUE(session.ok()) << session.status();
  ASSERT_TRUE((*session)->Admit({&admission, 1}).ok());
  const Row fed{.token = row.token};
  (*session)->Step({&fed, 1});
  const std::span<const float> raw = (*session)->Logits(0);
  std::vector<double> logits(raw.begin(), raw.end());
  for (const int32_t id : penalised) {
    logits[id] *= logits[id] > 0 ? 1 / 1.7 : 1.7;
  }
  for (const int32_t id : banned) {
    logits[id] = -HUGE_VAL;
  }
  logits[directory_->description.config.pad_token_id] = -HUGE_VAL;
  double sum = 0.0;
  for (const double logit : logits) {
    sum += std::exp(logit);
  }
  row.rules = {.banned = banned, .penalised = penalised, .penalty = 1.7f};
  for (const Candidate& candidate : step(row)) {
    const double expected = logits[candidate.token] - std::log(sum);
    if (std::isfinite(expected)) {
      EXPECT_NEAR(candidate.log_probability, expected, 1e-4);
    } else {
      EXPECT_EQ(candidate.log_probability, -HUGE_VALF);
    }
  }
  // A forced token has the same probability as where it is ranked.
  row.rules = {};
  for (const Candidate& candidate : step(row)) {
    Row forced = row;
    forced.num_candidates = 1;
    forced.forced_token = candidate.token;
    const Candidate found = step(forced).front();
    EXPECT_EQ(found.token, candidate.token);
    if (std::isfinite(candidate.log_probability)) {
      EXPECT_NEAR(found.log_probability, candidate.log_probability, 1e-5);
    } else {
      EXPECT_EQ(found.log_probability, candidate.log_probability);
    }
  }
}

// The wanted tokens follow the best ones, and the rules leave them out.
TEST_F(TransformerStepModelTest, WantedTokensHaveTheirProbabilities) {
  auto step_model = TransformerStepModel::Create(
      *weights_, directory_->description.generation, nullptr, kSession);
  ASSERT_TRUE(step_model.ok()) << step_model.status();
  const std::vector<int32_t> source = {9, 4, 12, 0};
  const Admission admission =
      MakeAdmission({.source = source, .max_length = 9});
  ASSERT_TRUE((*step_model)->Admit({&admission, 1}).ok());
  const int32_t size = (*step_model)->vocab_size();
  const std::vector<int32_t> wanted = {3, 5};
  const std::vector<int32_t> banned = {3, 6};
  const std::vector<int32_t> others_banned = {6};
  const std::vector<int32_t> penalised = {5, 7};
  const std::vector<int32_t> others_penalised = {7};
  const auto step = [&](const Row& row) {
    std::vector<Candidate> candidates(size + 2);
    (*step_model)->Step({&row, 1}, size + 2, candidates);
    return candidates;
  };
  Row row{.token = (*step_model)->start_token(), .num_candidates = size};
  row.rules = {
      .banned = others_banned, .penalised = others_penalised, .penalty = 1.7f};
  const std::vector<Candidate> expected = step(row);
  row.rules = {.banned = banned, .penalised = penalised, .penalty = 1.7f};
  row.wanted = wanted;
  for (const int32_t few : {size, 2}) {
    row.num_candidates = few;
    const std::vector<Candidate> found = step(row);
    for (int32_t i = 0; i < few; ++i) {
      EXPECT_EQ(found[i].token, expected[i].token);
      EXPECT_EQ(found[i].log_probability, expected[i].log_probability);
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const Candidate& candidate = found[few + k];
      EXPECT_EQ(candidate.token, wanted[k]);
      EXPECT_EQ(candidate.source_token, found[1].source_token);
      for (int32_t i = 0; i < size; ++i) {
        if (expected[i].token == wanted[k]) {
          EXPECT_NEAR(candidate.log_probability, expected[i].log_probability,
                      1e-5);
        }
      }
    }
  }
}

}  // namespace
}  // namespace interpres
