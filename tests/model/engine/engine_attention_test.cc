// The attention that the engine returns, against the definition of the
// Transformer, with every option of a translation.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "model/checkpoint/shortlist.h"
#include "model/engine/slot_engine.h"
#include "model/engine/transformer_step_model.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/aligned_token.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/reference_transformer.h"

namespace interpres {
namespace {

// Every source token may become every third token, and the end symbol.
Shortlist MakeShortlist(int64_t vocab_size) {
  std::vector<int32_t> list;
  for (int32_t id = 0; id < vocab_size - 1; id += 3) {
    list.push_back(id);
  }
  return *Shortlist::Create(std::vector<std::vector<int32_t>>(
      static_cast<std::size_t>(vocab_size), list));
}

std::vector<Sentence> AttentionRequests() {
  const std::vector<std::vector<int32_t>> sources = {
      {5, 9, 12, 0}, {7, 0}, {3, 3, 40, 41, 42, 8, 20, 21, 22, 23, 10, 0}};
  std::vector<Sentence> requests;
  for (const std::vector<int32_t>& source : sources) {
    const auto add = [&](const DecodingOptions& options,
                         const std::vector<int32_t>& prefix = {}) {
      requests.push_back({.id = requests.size(),
                          .source = source,
                          .options = options,
                          .target_prefix = prefix});
      requests.back().options.max_length = 14;
      requests.back().options.attention = AttentionOptions();
      requests.back().pieces = {
          .first = 0, .count = static_cast<int32_t>(source.size()) - 1};
    };
    add({.beam_size = 1});
    add({.beam_size = 5, .n_best = 4});
    add({.beam_size = 3, .n_best = 3}, {8, 30});
    add({.beam_size = 2, .n_best = 2, .shortlist = true});
    add({.beam_size = 3, .n_best = 3, .sampling = SamplingOptions{.seed = 4}});
    add({.beam_size = 2, .repetition_penalty = 1.6f});
  }
  return requests;
}

class EngineAttentionTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (!CheckComputeType(GetParam()).ok()) {
      GTEST_SKIP() << "this CPU does not have the type";
    }
  }

  // bfloat16 rounds to 8 significant bits, int8 to 7, in every product. Another
  // token's attention differs by far more.
  static double Tolerance() {
    switch (GetParam()) {
      case ComputeType::kFloat32:
        return 1e-5;
      case ComputeType::kBFloat16:
        return 0.05;
      case ComputeType::kInt8:
        return 0.12;
    }
    return 0.0;
  }
};

INSTANTIATE_TEST_SUITE_P(All, EngineAttentionTest, AllComputeTypes(),
                         NameOfComputeType);

void ExpectRowsSumToOne(const std::vector<float>& attention,
                        std::size_t source_tokens) {
  for (std::size_t row = 0; row < attention.size(); row += source_tokens) {
    const auto begin = attention.begin() + static_cast<std::ptrdiff_t>(row);
    ASSERT_NEAR(
        std::accumulate(
            begin, begin + static_cast<std::ptrdiff_t>(source_tokens), 0.0),
        1.0, 1e-5);
  }
}

CrossAttentionShape ShapeOf(const ModelConfig& config) {
  return {.layers = static_cast<int32_t>(config.decoder_layers),
          .heads = static_cast<int32_t>(config.decoder_attention_heads)};
}

// The weights equal the definition, and the search recorded the alignments that
// the weights of the second pass give.
TEST_P(EngineAttentionTest, EqualsTheDefinition) {
  const Model model(OddModelConfig(), 7, GetParam());
  const Shortlist shortlist = MakeShortlist(model.config.vocab_size);
  const auto engine = *SlotEngine::Create(
      *TransformerStepModel::Create(*model.weights, GenerationConfig(),
                                    &shortlist, SmallSession()),
      {.slots = 6, .max_rows = 12, .max_positions = 48});
  const std::vector<Sentence> requests = AttentionRequests();
  const ReferenceTransformer reference(model.config, model.tensors);
  std::span<const Sentence> waiting = requests;
  std::size_t finished = 0;
  double worst = 0.0;
  while (finished < requests.size()) {
    const int32_t count = engine->CountAdmissible(waiting);
    ASSERT_TRUE(engine->Admit(waiting.first(count)).ok());
    waiting = waiting.subspan(count);
    engine->Step();
    for (const EngineResult& result : engine->Collect()) {
      ++finished;
      const std::vector<int32_t>& source = requests[result.id].source;
      for (const Hypothesis& hypothesis : result.hypotheses) {
        ExpectRowsSumToOne(hypothesis.attention, source.size());
        EXPECT_EQ(hypothesis.alignment,
                  AlignmentOf(hypothesis, ShapeOf(model.config),
                              requests[result.id], model.config.eos_token_id));
        std::vector<int32_t> fed = hypothesis.tokens;
        fed.insert(fed.begin(), model.config.decoder_start_token_id);
        fed.pop_back();
        const std::vector<double> want = reference.CrossAttention(source, fed);
        ASSERT_EQ(hypothesis.attention.size(), want.size());
        for (std::size_t i = 0; i < want.size(); ++i) {
          worst = std::max(worst, std::abs(hypothesis.attention[i] - want[i]));
        }
      }
    }
  }
  EXPECT_LE(worst, Tolerance());
  RecordProperty("worst", std::to_string(worst));
}

}  // namespace
}  // namespace interpres
