// Networks with an embedding for each language.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint/marian_mt.h"
#include "model/engine/forced_decoding.h"
#include "model/engine/slot_engine.h"
#include "model/engine/transformer_step_model.h"
#include "model/kernels/matmul.h"
#include "model/transformer/weights.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/random_weights.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr int32_t kSourceTokens = 75;
constexpr char kShared[] = "model.shared.weight";

ModelConfig SeparateConfig() {
  ModelConfig config = OddModelConfig();
  config.separate_source_vocab_size = kSourceTokens;
  return config;
}

// The source token that stands for the token `id` of one vocabulary. Ids above
// the target's size are among them.
int32_t SourceToken(int32_t id) { return kSourceTokens - 1 - id; }

// Returns tensors for SeparateConfig that compute what `shared` computes, if
// sources are spelled with SourceToken.
TensorMap Separated(const ModelConfig& config, TensorMap shared) {
  const auto d = static_cast<std::size_t>(config.d_model);
  const std::vector<float>& rows = shared.at(kShared);
  std::vector<float> source(kSourceTokens * d, 9.0F);
  for (int32_t id = 0; id < OddModelConfig().vocab_size; ++id) {
    std::copy_n(
        rows.begin() + static_cast<std::ptrdiff_t>(id * d), d,
        source.begin() + static_cast<std::ptrdiff_t>(SourceToken(id) * d));
  }
  shared["lm_head.weight"] = rows;
  if (!config.has_tied_output) {
    // The target tokens keep their rows, but the logits have others.
    std::ranges::reverse(shared["lm_head.weight"]);
  }
  shared["model.encoder.embed_tokens.weight"] = std::move(source);
  return shared;
}

std::unique_ptr<const TransformerWeights> Load(const ModelConfig& config,
                                               const TensorMap& tensors,
                                               ComputeType type) {
  const auto file = OpenTensors(config, tensors);
  return TransformerWeights::Load(config, {kMarianMt, *file}, type).value();
}

SessionOptions Sizes(int32_t sentences) {
  const int64_t positions = OddModelConfig().max_position_embeddings;
  return {.max_sentences = sentences,
          .max_rows = 4 * sentences,
          .max_source_tokens = positions * sentences,
          .max_cache_positions = 4 * positions * sentences};
}

std::vector<TokenPair> Pairs(bool separate) {
  std::vector<TokenPair> pairs;
  for (int32_t i = 0; i < 9; ++i) {
    TokenPair pair;
    for (int32_t k = 0; k <= i; ++k) {
      pair.source.push_back((7 * i + 5 * k) % 50 + 1);
      pair.target.push_back((3 * i + 11 * k) % 50 + 1);
    }
    pair.source.push_back(0);
    pair.target.push_back(0);
    if (separate) {
      std::ranges::transform(pair.source, pair.source.begin(), SourceToken);
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

class SeparateVocabulariesTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (!CheckComputeType(GetParam()).ok()) {
      GTEST_SKIP();
    }
  }
};

TEST_P(SeparateVocabulariesTest, TheTableOfTheSourceFeedsTheEncoder) {
  const ModelConfig config = OddModelConfig();
  const TensorMap tensors = RandomTensors(config, 3);
  const auto shared = Load(config, tensors, GetParam());
  const auto separate =
      Load(SeparateConfig(), Separated(SeparateConfig(), tensors), GetParam());
  const auto wanted = ScoreTokenPairs(*shared, {}, Sizes(4), Pairs(false));
  const auto found = ScoreTokenPairs(*separate, {}, Sizes(4), Pairs(true));
  ASSERT_TRUE(wanted.ok() && found.ok()) << wanted.status() << found.status();
  EXPECT_EQ(*found, *wanted);
}

TEST_P(SeparateVocabulariesTest, TheOutputLayerMayHaveASeparateMatrix) {
  ModelConfig config = SeparateConfig();
  const TensorMap tensors =
      Separated(config, RandomTensors(OddModelConfig(), 3));
  config.has_tied_output = false;
  const auto tied = Load(SeparateConfig(), tensors, GetParam());
  const auto same = Load(config, tensors, GetParam());
  const auto other =
      Load(config, Separated(config, RandomTensors(OddModelConfig(), 3)),
           GetParam());
  const auto wanted = ScoreTokenPairs(*tied, {}, Sizes(4), Pairs(true));
  EXPECT_EQ(ScoreTokenPairs(*same, {}, Sizes(4), Pairs(true)).value(),
            wanted.value());
  EXPECT_NE(ScoreTokenPairs(*other, {}, Sizes(4), Pairs(true)).value(),
            wanted.value());
}

// Translations alone and in company are the same to the last bit.
TEST_P(SeparateVocabulariesTest, TranslationsAreBatchInvariant) {
  if (GetParam() != ComputeType::kInt8 && !MatmulSession::RowsAreInvariant()) {
    GTEST_SKIP();
  }
  const ModelConfig config = SeparateConfig();
  const auto weights =
      Load(config, Separated(config, RandomTensors(OddModelConfig(), 3)),
           GetParam());
  std::vector<int64_t> offsets = {0};
  std::vector<int32_t> targets;
  for (int32_t source = 0; source < kSourceTokens; ++source) {
    targets.insert(targets.end(), {0, source % 40 + 1, source % 40 + 5});
    offsets.push_back(std::ssize(targets));
  }
  const auto shortlist =
      Shortlist::Create(offsets, targets,
                        static_cast<int32_t>(config.vocab_size))
          .value();
  const std::vector<TokenPair> pairs = Pairs(true);
  const auto translate = [&](std::size_t first, std::size_t count) {
    const auto engine =
        SlotEngine::Create(
            TransformerStepModel::Create(*weights, {}, &shortlist,
                                         Sizes(static_cast<int32_t>(count)))
                .value(),
            {.slots = static_cast<int32_t>(count),
             .max_rows = static_cast<int32_t>(4 * count),
             .max_positions = 48})
            .value();
    std::vector<Sentence> sentences;
    for (std::size_t i = first; i < first + count; ++i) {
      sentences.push_back(
          {.id = i,
           .source = pairs[i].source,
           .options = {
               .beam_size = 3, .max_length = 12, .shortlist = i % 2 == 0}});
    }
    std::vector<EngineResult> results;
    EXPECT_TRUE(engine->Admit(sentences).ok());
    while (results.size() < count) {
      engine->Step();
      for (EngineResult& result : engine->Collect()) {
        results.push_back(std::move(result));
      }
    }
    std::ranges::sort(results, {}, &EngineResult::id);
    return results;
  };
  const std::vector<EngineResult> together = translate(0, pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Hypothesis& mine = together[i].hypotheses.front();
    const Hypothesis alone = translate(i, 1).front().hypotheses.front();
    EXPECT_EQ(mine.tokens, alone.tokens) << i;
    EXPECT_EQ(mine.score, alone.score) << i;
    EXPECT_TRUE(std::ranges::all_of(
        mine.tokens, [&](int32_t token) { return token < config.vocab_size; }));
  }
}

TEST_P(SeparateVocabulariesTest, IdsAreCheckedAgainstTheirVocabulary) {
  ModelConfig config = SeparateConfig();
  const auto weights =
      Load(config, Separated(config, RandomTensors(OddModelConfig(), 3)),
           GetParam());
  const auto message = [&](const TokenPair& pair) {
    const auto scores = ScoreTokenPairs(*weights, {}, Sizes(1), {{pair}});
    return scores.ok() ? "ok" : std::string(scores.status().message());
  };
  EXPECT_EQ(message({.source = {kSourceTokens - 1}, .target = {51, 0}}), "ok");
  EXPECT_THAT(message({.source = {kSourceTokens}, .target = {0}}),
              HasSubstr("the source of pair 0 has the token id 75; ids are 0 "
                        "to 74"));
  EXPECT_THAT(message({.source = {0}, .target = {60, 0}}),
              HasSubstr("the target of pair 0 has the token id 60; ids are 0 "
                        "to 52"));
  auto model =
      TransformerStepModel::Create(*weights, {}, nullptr, Sizes(1)).value();
  EXPECT_EQ(model->source_vocab_size(), kSourceTokens);
  const auto engine =
      SlotEngine::Create(std::move(model),
                         {.slots = 1, .max_rows = 4, .max_positions = 48})
          .value();
  Sentence sentence = {.source = {60, 0},
                       .options = {.beam_size = 1, .max_length = 8}};
  EXPECT_TRUE(engine->Validate(sentence).ok());
  sentence.required.push_back({.tokens = {60}});
  EXPECT_THAT(std::string(engine->Validate(sentence).message()),
              HasSubstr("token id 60; expected 0 to 52"));
  sentence.required.clear();
  sentence.target_prefix = {60};
  EXPECT_THAT(std::string(engine->Validate(sentence).message()),
              HasSubstr("the target prefix has the token id 60"));
  sentence.target_prefix.clear();
  sentence.source = {kSourceTokens, 0};
  EXPECT_THAT(std::string(engine->Validate(sentence).message()),
              HasSubstr("the text has the token id 75"));
}

INSTANTIATE_TEST_SUITE_P(Types, SeparateVocabulariesTest, AllComputeTypes(),
                         NameOfComputeType);

}  // namespace
}  // namespace interpres
