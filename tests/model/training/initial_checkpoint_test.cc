#include "model/training/initial_checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint/model_directory_writer.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/config/piece_ids.h"
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

  // Writes the checkpoint and reads it back.
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
    return std::string(ReadInitialWeights(Checkpoint(),
                                          model_.description.vocabulary,
                                          ParameterLayout(config))
                           .status()
                           .message());
  }

  using Tensors = std::map<std::string, std::vector<float>>;

  static Tensors ByName(const std::vector<NamedTensor>& tensors) {
    Tensors by_name;
    for (const NamedTensor& tensor : tensors) {
      by_name[tensor.name].assign(tensor.data.begin(), tensor.data.end());
    }
    return by_name;
  }

  // Without the bias of the projection.
  static Tensors TensorsOf(const ParameterLayout& layout,
                           const InitialWeights& weights) {
    Tensors tensors = ByName(ToNamedTensors(layout, weights.parameters, {}));
    tensors.erase("final_logits_bias");
    return tensors;
  }

  TempDir directory_;
  TinyModel model_;
};

TEST_F(InitialCheckpointTest, HasEveryTensorInItsPlace) {
  const ParameterLayout layout(model_.description.config);
  const auto weights =
      ReadInitialWeights(Checkpoint(), model_.description.vocabulary, layout);
  ASSERT_TRUE(weights.ok()) << weights.status();
  const auto expected = ByName(model_.Tensors());
  for (const auto& [name, values] : TensorsOf(layout, *weights)) {
    EXPECT_EQ(values, expected.at(name)) << name;
  }
  EXPECT_EQ(weights->kept_pieces, layout.config().vocab_size);
  EXPECT_EQ(weights->spelled_pieces, 0);
}

// Two pieces more than the checkpoint has. Its pieces can spell one of the two.
// The padding stays the last.
TEST_F(InitialCheckpointTest, AnotherVocabularyGetsEmbeddingsAndKeepsTheRest) {
  PieceIds pieces = model_.description.vocabulary;
  const int32_t pad = pieces.at("<pad>");
  const std::string piece = pieces.begin()->first;
  pieces[piece + piece] = pad;
  pieces["\xe6\xbc\xa2"] = pad + 1;
  pieces["<pad>"] = pad + 2;
  ModelConfig config = model_.description.config;
  config.vocab_size += 2;
  config.pad_token_id += 2;
  config.decoder_start_token_id += 2;
  const ParameterLayout layout(config);
  const auto weights = ReadInitialWeights(Checkpoint(), pieces, layout);
  ASSERT_TRUE(weights.ok()) << weights.status();
  EXPECT_EQ(weights->kept_pieces, pad + 1);
  EXPECT_EQ(weights->spelled_pieces, 1);
  const auto expected = ByName(model_.Tensors());
  const auto got = TensorsOf(layout, *weights);
  ASSERT_EQ(got.size() + 1, expected.size());  // no bias of the projection
  for (const auto& [name, values] : got) {
    if (name != "model.shared.weight") {
      EXPECT_EQ(values, expected.at(name)) << name;
    }
  }
  const auto d_model = static_cast<std::size_t>(config.d_model);
  const auto row = [&](const std::vector<float>& rows, int32_t id) {
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(d_model) * id;
    return std::vector<float>(begin,
                              begin + static_cast<std::ptrdiff_t>(d_model));
  };
  const std::vector<float>& old_rows = expected.at("model.shared.weight");
  const std::vector<float>& new_rows = got.at("model.shared.weight");
  for (const auto& [name, id] : model_.description.vocabulary) {
    EXPECT_EQ(row(new_rows, pieces.at(name)), row(old_rows, id)) << name;
  }
  EXPECT_EQ(row(new_rows, pieces.at(piece + piece)),
            row(old_rows, pieces.at(piece)));
}

TEST_F(InitialCheckpointTest, AModelWithSeparateEmbeddingsIsRefused) {
  ModelDirectory checkpoint = Checkpoint();
  checkpoint.description.config.separate_source_vocab_size = 90;
  EXPECT_THAT(std::string(InitialVocabulary(checkpoint).status().message()),
              AllOf(HasSubstr("cannot be trained on: it has separate"),
                    HasSubstr("begin with a model with one vocabulary")));
}

TEST_F(InitialCheckpointTest, ANativeMarianModelIsRefused) {
  ModelDirectory checkpoint = Checkpoint();
  checkpoint.description.config.position_formula = PositionFormula::kMarian;
  const auto is_refused =
      AllOf(HasSubstr("cannot be trained on"), HasSubstr("MarianMT"));
  EXPECT_THAT(std::string(InitialVocabulary(checkpoint).status().message()),
              is_refused);
  EXPECT_THAT(
      std::string(ReadInitialWeights(checkpoint, model_.description.vocabulary,
                                     ParameterLayout(model_.description.config))
                      .status()
                      .message()),
      is_refused);
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
  EXPECT_THAT(
      Refusal(model_.description.config),
      HasSubstr("final_logits_bias must be zero, but the value of token 7 "
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

// With which pieces are kept apart.
TEST_F(InitialCheckpointTest, AZeroByteInAPieceIsRefused) {
  ModelDirectory checkpoint = Checkpoint();
  checkpoint.description.vocabulary[std::string("a\0b", 3)] = 7;
  EXPECT_THAT(std::string(InitialVocabulary(checkpoint).status().message()),
              HasSubstr("piece 7 of vocab.json has a zero byte"));
}

}  // namespace
}  // namespace interpres
