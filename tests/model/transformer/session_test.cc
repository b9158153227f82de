#include "model/transformer/session.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/admissions.h"
#include "tests/testing/random_weights.h"
#include "tests/testing/reference_transformer.h"

namespace interpres {
namespace {

using Ids = std::vector<int32_t>;

const std::vector<Ids> kSources = {
    {5, 9, 12, 0},
    {7, 0},
    {3, 3, 3, 40, 41, 42, 8, 20, 21, 22, 23, 11, 10, 0},
    {51, 2, 30, 17, 0}};
const std::vector<Ids> kTargets = {
    {52, 4, 8, 15, 16}, {52, 23}, {52, 42, 1, 2, 3, 9, 9, 9, 30}, {52, 51, 50}};

void ExpectNear(std::span<const float> got, const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    ASSERT_NEAR(got[i], want[i], 1e-4) << "logit " << i;
  }
}

// Force-decodes all targets together, one hypothesis each, and compares every
// step with the padded, masked, uncached definition.
void CompareWithReference(const Model& model) {
  const auto want = ReferenceTransformer(model.config, model.tensors)
                        .Logits(kSources, kTargets);
  const auto session = model.Session(SmallSession());
  std::vector<Admission> sentences;
  for (std::size_t i = 0; i < kSources.size(); ++i) {
    sentences.push_back(MakeAdmission({.slot = static_cast<int32_t>(i),
                                       .source = kSources[i],
                                       .max_length = 16}));
  }
  ASSERT_TRUE(session->Admit(sentences).ok());
  for (std::size_t t = 0; t < 9; ++t) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < kTargets.size(); ++i) {
      if (t < kTargets[i].size()) {
        rows.push_back({.slot = static_cast<int32_t>(i),
                        .token = kTargets[i][t],
                        .position = static_cast<int32_t>(t)});
      }
    }
    session->Step(rows);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      SCOPED_TRACE(testing::Message()
                   << "sentence " << rows[r].slot << ", position " << t);
      ExpectNear(session->Logits(static_cast<int64_t>(r)),
                 want[rows[r].slot][t]);
    }
  }
}

TEST(SessionTest, EqualsPaddedMaskedUncachedDefinition) {
  CompareWithReference(Model(OddModelConfig()));
}

TEST(SessionTest, EqualsDefinitionForEveryActivationAndHeadCount) {
  for (const Activation activation :
       {Activation::kRelu, Activation::kGelu, Activation::kSwish,
        Activation::kQuickGelu}) {
    for (const int64_t heads : {1, 2, 4, 8}) {
      SCOPED_TRACE(testing::Message()
                   << ActivationName(activation) << ", " << heads << " heads");
      ModelConfig config = OddModelConfig();
      config.d_model = 64;
      config.activation = activation;
      config.encoder_attention_heads = heads;
      config.decoder_attention_heads = heads;
      config.scale_embedding = heads != 2;
      CompareWithReference(Model(config));
    }
  }
}

// The epsilon is as large as the variances, so that ignoring it would show.
TEST(SessionTest, EqualsDefinitionForMariansEpsilonAndPositions) {
  ModelConfig config = OddModelConfig();
  config.layer_norm_epsilon = 0.5f;
  config.position_formula = PositionFormula::kMarian;
  CompareWithReference(Model(config));
}

TEST(SessionTest, EqualsDefinitionForSsru) {
  for (const NormPlacement placement :
       {NormPlacement::kAfterResidual, NormPlacement::kBeforeSublayer}) {
    ModelConfig config = OddModelConfig();
    config.decoder_self_layer = DecoderSelfLayer::kSsru;
    config.norm_placement = placement;
    CompareWithReference(Model(config));
  }
}

TEST(SessionTest, EqualsDefinitionForLayerNormsBeforeTheSublayers) {
  ModelConfig config = OddModelConfig();
  config.norm_placement = NormPlacement::kBeforeSublayer;
  CompareWithReference(Model(config));
}

TEST(SessionTest, EqualsDefinitionForM2m100) {
  ModelConfig config = OddModelConfig();
  config.norm_placement = NormPlacement::kBeforeSublayer;
  config.position_formula = PositionFormula::kMarian;
  config.first_position = 2;
  config.has_logits_bias = false;
  CompareWithReference(Model(config));
}

}  // namespace
}  // namespace interpres
