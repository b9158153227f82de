#include "model/config/network.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace interpres {
namespace {

// "Attention Is All You Need", table 3: N = 6, d_model = 512, d_ff = 2048.
TEST(ParametersOfTest, LayersOfThePapersBaseModel) {
  const ModelConfig config;
  std::map<Stack, int64_t> elements;
  std::map<Stack, int64_t> tensors;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    if (parameter.id.kind == ParameterKind::kOfSublayer) {
      elements[parameter.id.sublayer.stack] += parameter.size();
      ++tensors[parameter.id.sublayer.stack];
    }
  }
  const int64_t attention = 4 * (512 * 512 + 512) + 2 * 512;
  const int64_t feed_forward = 2 * 512 * 2048 + 2048 + 512 + 2 * 512;
  EXPECT_EQ(elements[Stack::kEncoder], 6 * (attention + feed_forward));
  EXPECT_EQ(elements[Stack::kDecoder], 6 * (2 * attention + feed_forward));
  EXPECT_EQ(tensors[Stack::kEncoder], 6 * 16);
  EXPECT_EQ(tensors[Stack::kDecoder], 6 * 26);
}

TEST(ParametersOfTest, EmbeddingIsFirstAndLogitsBiasLast) {
  const auto parameters = ParametersOf(ModelConfig());
  EXPECT_EQ(parameters.front().id, kEmbeddingId);
  EXPECT_EQ(parameters.front().shape, (std::vector<int64_t>{32000, 512}));
  EXPECT_EQ(parameters.back().id, kLogitsBiasId);
  EXPECT_EQ(parameters.back().shape, (std::vector<int64_t>{1, 32000}));
}

TEST(ParametersOfTest, TheMatricesHaveTwoDimensions) {
  ModelConfig config;
  config.separate_source_vocab_size = 500;
  config.has_tied_output = false;
  config.decoder_self_layer = DecoderSelfLayer::kSsru;
  config.norm_placement = NormPlacement::kBeforeSublayer;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    const bool has_two =
        parameter.id != kLogitsBiasId && parameter.shape.size() == 2;
    EXPECT_EQ(IsMatrix(parameter.id), has_two);
  }
}

TEST(ParametersOfTest, SeparateVocabulariesHaveTheirOwnTables) {
  ModelConfig config;
  const int64_t shared = CountParameters(config);
  config.separate_source_vocab_size = 500;
  config.has_tied_output = false;
  EXPECT_TRUE(ValidateModelConfig(config).ok());
  std::map<ParameterId, std::vector<int64_t>> shapes;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    shapes[parameter.id] = parameter.shape;
  }
  EXPECT_EQ(shapes[kEmbeddingId], (std::vector<int64_t>{32000, 512}));
  EXPECT_EQ(shapes[kSourceEmbeddingId], (std::vector<int64_t>{500, 512}));
  EXPECT_EQ(shapes[kLogitsWeightId], (std::vector<int64_t>{32000, 512}));
  EXPECT_EQ(CountParameters(config), shared + (500 + 32000) * 512);
}

TEST(ParametersOfTest, EachIdOnce) {
  std::set<ParameterId> ids;
  const auto parameters = ParametersOf(ModelConfig());
  for (const ParameterShape& parameter : parameters) {
    ids.insert(parameter.id);
  }
  EXPECT_EQ(ids.size(), parameters.size());
}

TEST(ParametersOfTest, UsesTheWidthsOfTheStack) {
  ModelConfig config;
  config.encoder_ffn_dim = 10;
  config.decoder_ffn_dim = 14;
  const SublayerId encoder = {Stack::kEncoder, 5, Sublayer::kFeedForward};
  const SublayerId decoder = {Stack::kDecoder, 5, Sublayer::kFeedForward};
  std::map<ParameterId, std::vector<int64_t>> shapes;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    shapes[parameter.id] = parameter.shape;
  }
  using Shape = std::vector<int64_t>;
  EXPECT_EQ(shapes[WeightOf(encoder, Component::kUp)], (Shape{10, 512}));
  EXPECT_EQ(shapes[BiasOf(encoder, Component::kUp)], (Shape{10}));
  EXPECT_EQ(shapes[WeightOf(decoder, Component::kDown)], (Shape{512, 14}));
  EXPECT_EQ(shapes[BiasOf(decoder, Component::kDown)], (Shape{512}));
  EXPECT_EQ(shapes[WeightOf(decoder, Component::kNorm)], (Shape{512}));
}

}  // namespace
}  // namespace interpres
