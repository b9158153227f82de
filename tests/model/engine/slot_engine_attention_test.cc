// The bookkeeping of alignments and reviews, over a table. A search records
// alignments. For weights, each finished translation is fed once more, and
// nothing else changes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/engine/slot_engine.h"
#include "tests/testing/aligned_token.h"
#include "tests/testing/table_step_model.h"

namespace interpres {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int32_t kTableVocabSize = 12;
constexpr CrossAttentionShape kShape{.layers = 2, .heads = 3};

struct AttentionFixture {
  AttentionFixture() {
    auto table = std::make_unique<TableStepModel>(
        TableOptions{.vocab_size = kTableVocabSize});
    model = table.get();
    engine =
        *SlotEngine::Create(std::move(table), {.slots = 4, .max_rows = 16});
  }

  EngineResult Decode(const Sentence& request) const {
    const absl::Status admitted = engine->Admit({&request, 1});
    EXPECT_TRUE(admitted.ok()) << admitted;
    while (engine->active() > 0) {
      engine->Step();
    }
    EXPECT_EQ(model->violations(), 0);
    EXPECT_EQ(model->open_slots(), 0);
    return engine->Collect().at(0);
  }

  TableStepModel* model = nullptr;
  std::unique_ptr<Engine> engine;
};

Sentence RandomRequest(std::mt19937& random) {
  Sentence request{.id = 0, .source = {}, .options = {}};
  for (uint32_t i = 1 + random() % 9; i > 0; --i) {
    request.source.push_back(static_cast<int32_t>(random() % kTableVocabSize));
  }
  request.options.beam_size = static_cast<int32_t>(1 + random() % 6);
  request.options.n_best =
      static_cast<int32_t>(1 + random() % request.options.beam_size);
  request.options.max_length = static_cast<int32_t>(3 + random() % 12);
  request.options.no_repeat_ngram_size = static_cast<int32_t>(random() % 3);
  if (random() % 3 == 0) {
    request.options.sampling = SamplingOptions{.seed = random()};
    request.options.beam_size = request.options.n_best;
  }
  if (random() % 2 == 0) {
    request.target_prefix = {static_cast<int32_t>(1 + random() % 11)};
  }
  request.pieces = {
      .first = 1,
      .count = std::max(0, static_cast<int32_t>(request.source.size()) - 2)};
  return request;
}

// [layers, heads, tokens, source tokens] by the table.
std::vector<float> ExpectedAttention(const TableStepModel& table,
                                     const Sentence& request,
                                     const Hypothesis& hypothesis) {
  const std::size_t tokens = hypothesis.tokens.size();
  const std::size_t source = request.source.size();
  std::vector<float> expected(6 * tokens * source);
  for (std::size_t t = 0; t < tokens; ++t) {
    const std::vector<float> row =
        table.Attention(request.source, std::span(hypothesis.tokens).first(t));
    for (std::size_t i = 0; i < row.size(); ++i) {
      expected[(i / source * tokens + t) * source + i % source] = row[i];
    }
  }
  return expected;
}

void ExpectSameSearch(const EngineResult& a, const EngineResult& b) {
  EXPECT_EQ(a.finish_reason, b.finish_reason);
  ASSERT_EQ(a.hypotheses.size(), b.hypotheses.size());
  for (std::size_t i = 0; i < a.hypotheses.size(); ++i) {
    EXPECT_EQ(a.hypotheses[i].tokens, b.hypotheses[i].tokens);
    EXPECT_EQ(a.hypotheses[i].token_log_probabilities,
              b.hypotheses[i].token_log_probabilities);
    EXPECT_EQ(a.hypotheses[i].score, b.hypotheses[i].score);
    EXPECT_EQ(a.hypotheses[i].alignment, b.hypotheses[i].alignment);
  }
}

TEST(SlotEngineAttentionTest, EqualsTheAttentionOfFinishedTranslations) {
  const AttentionFixture fixture;
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    Sentence request = RandomRequest(random);
    const EngineResult plain = fixture.Decode(request);
    request.options.attention = AttentionOptions();
    const EngineResult found = fixture.Decode(request);
    ExpectSameSearch(found, plain);
    for (const Hypothesis& hypothesis : found.hypotheses) {
      EXPECT_EQ(hypothesis.attention,
                ExpectedAttention(*fixture.model, request, hypothesis));
      EXPECT_EQ(hypothesis.alignment,
                AlignmentOf(hypothesis, kShape, request, TableStepModel::kEnd));
    }
  }
}

TEST(SlotEngineAttentionTest, ReturnsWeightsOnlyIfAskedFor) {
  const AttentionFixture fixture;
  Sentence request{.id = 0, .source = {3, 4, 0}, .options = {}};
  EXPECT_THAT(fixture.Decode(request).hypotheses.at(0).attention, IsEmpty());
  request.options.attention = AttentionOptions();
  const Hypothesis found = fixture.Decode(request).hypotheses.at(0);
  EXPECT_THAT(found.attention, SizeIs(found.tokens.size() * 6 * 3));
}

TEST(SlotEngineAttentionTest, AllOrNothingAtTheLimit) {
  const AttentionFixture fixture;
  Sentence request{
      .id = 0, .source = {3, 4, 0}, .options = {.beam_size = 4, .n_best = 3}};
  const EngineResult plain = fixture.Decode(request);
  ASSERT_THAT(plain.hypotheses, SizeIs(3));
  int64_t needed = 0;
  for (const Hypothesis& hypothesis : plain.hypotheses) {
    needed += static_cast<int64_t>(hypothesis.tokens.size()) * 6 * 3;
  }
  request.options.attention = AttentionOptions{.max_weights = needed};
  for (const Hypothesis& found : fixture.Decode(request).hypotheses) {
    EXPECT_EQ(found.attention.size(), found.tokens.size() * 6 * 3);
  }
  request.options.attention->max_weights = needed - 1;
  const EngineResult none = fixture.Decode(request);
  ExpectSameSearch(none, plain);
  for (const Hypothesis& found : none.hypotheses) {
    EXPECT_THAT(found.attention, IsEmpty());
    EXPECT_THAT(found.alignment, SizeIs(found.tokens.size()))
        << "the limit is only of the weights";
  }
}

TEST(SlotEngineAttentionTest, TakesOneStepForEachToken) {
  const AttentionFixture fixture;
  for (const bool wanted : {false, true}) {
    Sentence request{.id = 7, .source = {3, 0}, .options = {.beam_size = 1}};
    if (wanted) {
      request.options.attention = AttentionOptions();
    }
    ASSERT_TRUE(fixture.engine->Admit({&request, 1}).ok());
    std::size_t steps = 0;
    for (; fixture.engine->active() > 0; ++steps) {
      EXPECT_EQ(fixture.engine->Step().active_hypotheses, 1);
    }
    const std::size_t tokens =
        fixture.engine->Collect().at(0).hypotheses.at(0).tokens.size();
    EXPECT_EQ(steps, wanted ? 2 * tokens : tokens);
  }
}

TEST(SlotEngineAttentionTest, AReviewCanBeCancelled) {
  const AttentionFixture fixture;
  Sentence request{.id = 7, .source = {3, 0}, .options = {.beam_size = 1}};
  const std::size_t tokens =
      fixture.Decode(request).hypotheses.at(0).tokens.size();
  request.options.attention = AttentionOptions();
  ASSERT_TRUE(fixture.engine->Admit({&request, 1}).ok());
  for (std::size_t i = 0; i < tokens; ++i) {
    fixture.engine->Step();
  }
  ASSERT_EQ(fixture.engine->active(), 1) << "in review";
  fixture.engine->Cancel(7, FinishReason::kDeadline);
  const EngineResult result = fixture.engine->Collect().at(0);
  EXPECT_EQ(result.finish_reason, FinishReason::kDeadline);
  EXPECT_THAT(result.hypotheses, IsEmpty());
  // The slot is as good as new.
  request.options.attention.reset();
  EXPECT_THAT(fixture.Decode(request).hypotheses, SizeIs(1));
  EXPECT_EQ(fixture.model->violations(), 0);
}

// Has no attention to show.
class BlindStepModel : public TableStepModel {
 public:
  using TableStepModel::TableStepModel;
  CrossAttentionShape cross_attention_shape() const override { return {}; }
};

TEST(SlotEngineAttentionTest, RefusesWhatCannotBe) {
  const auto blind =
      *SlotEngine::Create(std::make_unique<BlindStepModel>(TableOptions{}), {});
  Sentence request{.id = 0, .source = {1, 0}, .options = {}};
  EXPECT_TRUE(blind->Validate(request).ok());
  request.options.attention = AttentionOptions{};
  EXPECT_THAT(std::string(blind->Validate(request).message()),
              HasSubstr("has no attention to return"));
  const AttentionFixture fixture;
  EXPECT_TRUE(fixture.engine->Validate(request).ok());
  request.pieces = {.first = -1, .count = 0};
  EXPECT_THAT(std::string(fixture.engine->Validate(request).message()),
              HasSubstr("pieces.first is -1"));
  request.pieces = {.first = 0, .count = -2};
  EXPECT_THAT(std::string(fixture.engine->Validate(request).message()),
              HasSubstr("pieces.count is -2"));
}

}  // namespace
}  // namespace interpres
