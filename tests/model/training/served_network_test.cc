// The engine gives the log-probabilities that training computes, for every
// network that training knows.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "model/engine/translation_model.h"
#include "model/training/checkpoint_export.h"
#include "model/training/network.h"
#include "tests/model/training/network_fixture.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using NetworkVariant = std::tuple<DecoderSelfLayer, NormPlacement>;

class ServedNetworkTest : public ::testing::TestWithParam<NetworkVariant> {
 protected:
  void SetUp() override {
    auto model = MakeTinyModel({});
    ASSERT_TRUE(model.ok()) << model.status();
    description_ = model->description;
    std::tie(description_.config.decoder_self_layer,
             description_.config.norm_placement) = GetParam();
  }

  std::string ConfigText() const {
    std::ostringstream text;
    text << std::ifstream(path_ / "config.json").rdbuf();
    return text.str();
  }

  // The log-probability of the pair in training.
  static double Train(const ParameterLayout& layout, const TokenPair& pair,
                      const std::vector<float>& parameters) {
    TrainingBatch batch = {
        .source_ids = pair.source,
        .source_offsets = {0, static_cast<int64_t>(pair.source.size())},
        .target_inputs = {layout.config().decoder_start_token_id},
        .target_outputs = pair.target,
        .target_offsets = {0, static_cast<int64_t>(pair.target.size())},
        .sentence_keys = {7}};
    batch.target_inputs.insert(batch.target_inputs.end(), pair.target.begin(),
                               pair.target.end() - 1);
    return -TrainingNetwork(layout)
                .Evaluate(parameters, batch, 0.0f)
                .negative_log_likelihood;
  }

  const TempDir directory_;
  const std::filesystem::path path_ = directory_.path() / "model";
  ModelDescription description_;
};

TEST_P(ServedNetworkTest, HasTheLogProbabilitiesOfTraining) {
  const ParameterLayout layout(description_.config);
  const std::vector<float> parameters = RandomParameters(layout);
  ASSERT_TRUE(ExportCheckpoint(path_, description_, layout, parameters,
                               DataType::kFloat32)
                  .ok());
  const auto [decoder, placement] = GetParam();
  const bool is_marian = decoder == DecoderSelfLayer::kAttention &&
                         placement == NormPlacement::kAfterResidual;
  EXPECT_EQ(
      ConfigText().find("\"model_type\": \"marian\"") != std::string::npos,
      is_marian)
      << ConfigText();
  const auto model = TranslationModel::Load(path_);
  ASSERT_TRUE(model.ok()) << model.status();

  // Every beginning of a target, so that each of its tokens is compared.
  const std::vector<int32_t> target = {17, 40, 40, 95, 8, 120, 33, 5, 0};
  std::vector<TokenPair> pairs;
  for (std::size_t size = 1; size <= target.size(); ++size) {
    pairs.push_back(
        {.source = {30, 99, 4, 51, 0},
         .target = {target.begin(),
                    target.begin() + static_cast<std::ptrdiff_t>(size)}});
  }
  const auto served = (*model)->ScoreTokens(pairs);
  ASSERT_TRUE(served.ok()) << served.status();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_NEAR((*served)[i], Train(layout, pairs[i], parameters), 1e-4)
        << i + 1 << " tokens";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, ServedNetworkTest,
    ::testing::Combine(::testing::Values(DecoderSelfLayer::kAttention,
                                         DecoderSelfLayer::kSsru),
                       ::testing::Values(NormPlacement::kAfterResidual,
                                         NormPlacement::kBeforeSublayer)),
    [](const auto& variant) {
      return std::string(DecoderSelfLayerName(std::get<0>(variant.param))) +
             "_" + std::string(NormPlacementName(std::get<1>(variant.param)));
    });

}  // namespace
}  // namespace interpres
