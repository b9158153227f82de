#include "model/training/initial_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class InitialCheckpointTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto model = MakeTinyModel({});
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = *std::move(model);
    // Training has no bias of the projection: the last tensor.
    std::fill(model_.values.back().begin(), model_.values.back().end(), 0.0f);
  }

  // What was written, read back.
  ModelDirectory Checkpoint() {
    EXPECT_TRUE(WriteModelDirectory(directory_.path() / "model",
                                    model_.description, model_.Tensors(),
                                    DataType::kFloat32)
                    .ok());
    auto read = ReadModelDirectory(directory_.path() / "model");
    EXPECT_TRUE(read.ok()) << read.status();
    return *std::move(read);
  }

  std::string Refusal(const ModelConfig& config) {
    return std::string(InitialParameters(Checkpoint(), ParameterLayout(config))
                           .status()
                           .message());
  }

  TempDir directory_;
  TinyModel model_;
};

TEST_F(InitialCheckpointTest, HasEveryTensorInItsPlace) {
  const ParameterLayout layout(model_.description.config);
  const auto parameters = InitialParameters(Checkpoint(), layout);
  ASSERT_TRUE(parameters.ok()) << parameters.status();
  const std::vector<float> zero_bias(
      static_cast<std::size_t>(layout.config().vocab_size));
  std::vector<NamedTensor> got = ToNamedTensors(layout, *parameters, zero_bias);
  std::vector<NamedTensor> expected = model_.Tensors();
  ASSERT_EQ(got.size(), expected.size());
  for (auto* tensors : {&got, &expected}) {
    std::sort(tensors->begin(), tensors->end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].name, expected[i].name);
    EXPECT_TRUE(std::ranges::equal(got[i].data, expected[i].data))
        << got[i].name;
  }
}

TEST_F(InitialCheckpointTest, AnotherNetworkIsNamed) {
  ModelConfig config = model_.description.config;
  // Heads do not show in the shape of any tensor.
  config.encoder_attention_heads = config.decoder_attention_heads = 4;
  EXPECT_THAT(Refusal(config),
              AllOf(HasSubstr("--init"), HasSubstr("--heads 4"),
                    HasSubstr("--heads 2"), HasSubstr("--d-model 16")));
}

TEST_F(InitialCheckpointTest, AProjectionWithBiasIsRefused) {
  model_.values.back()[7] = 0.5f;
  EXPECT_THAT(Refusal(model_.description.config),
              HasSubstr("final_logits_bias must be zero, but that of token 7 "
                        "is 0.5"));
}

TEST_F(InitialCheckpointTest, UnevenNetworksAreRefused) {
  const ModelConfig config = model_.description.config;
  model_.description.config.decoder_attention_heads = 4;
  EXPECT_THAT(Refusal(config), HasSubstr("found 2 and 4"));
}

TEST_F(InitialCheckpointTest, OneVocabularyServesBothSides) {
  const ModelDirectory checkpoint = Checkpoint();
  const auto vocabulary = InitialVocabulary(checkpoint);
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  EXPECT_EQ(vocabulary->spm, model_.description.source_spm);
  EXPECT_EQ(vocabulary->pieces, model_.description.vocabulary);
}

TEST_F(InitialCheckpointTest, TwoVocabulariesAreRefused) {
  ModelDirectory checkpoint = Checkpoint();
  checkpoint.description.target_spm += "x";
  EXPECT_THAT(std::string(InitialVocabulary(checkpoint).status().message()),
              HasSubstr("source.spm and target.spm differ"));
}

}  // namespace
}  // namespace interpres
