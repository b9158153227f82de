#include "tests/testing/tiny_model.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "model/base/status.h"
#include "model/checkpoint/expected_tensors.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_directory_writer.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

// Uniform in [-limit, limit); the standard distributions differ by library.
void FillUniform(std::mt19937_64& random, float limit,
                 std::vector<float>& values) {
  for (float& value : values) {
    const auto unit =
        static_cast<float>(static_cast<double>(random() >> 11) * 0x1p-53);
    value = limit * (2.0f * unit - 1.0f);
  }
}

// Layer norms near 1, biases near 0 but not equal to it, so that a test sees
// one that is forgotten; Xavier-uniform matrices.
std::vector<float> RandomTensor(const std::string& name,
                                const std::vector<int64_t>& shape,
                                const ModelConfig& config,
                                std::mt19937_64& random) {
  int64_t size = 1;
  for (const int64_t dimension : shape) {
    size *= dimension;
  }
  std::vector<float> values(static_cast<std::size_t>(size), 0.0f);
  const auto d_model = static_cast<float>(config.d_model);
  if (name == "final_logits_bias") {
    FillUniform(random, 0.1f, values);
    values[static_cast<std::size_t>(config.pad_token_id)] = 0.0f;
  } else if (name == "model.shared.weight") {
    FillUniform(random, std::sqrt(3.0f / d_model), values);
    const auto pad_row = values.begin() + config.pad_token_id * config.d_model;
    std::fill(pad_row, pad_row + config.d_model, 0.0f);
  } else if (shape.size() == 2) {
    FillUniform(random,
                std::sqrt(6.0f / static_cast<float>(shape[0] + shape[1])),
                values);
  } else {
    FillUniform(random, 0.1f, values);
    const bool norm_weight = name.ends_with("layer_norm.weight");
    for (float& value : values) {
      value += norm_weight ? 1.0f : 0.0f;
    }
  }
  return values;
}

ModelConfig MakeConfig(const TinyModelOptions& options) {
  ModelConfig config;
  config.vocab_size = options.vocab_size;
  config.d_model = options.d_model;
  config.encoder_layers = options.layers;
  config.decoder_layers = options.layers;
  config.encoder_attention_heads = options.heads;
  config.decoder_attention_heads = options.heads;
  config.encoder_ffn_dim = options.ffn_dim;
  config.decoder_ffn_dim = options.ffn_dim;
  config.activation = options.activation;
  config.max_position_embeddings = options.max_positions;
  config.pad_token_id = options.vocab_size - 1;
  config.decoder_start_token_id = options.vocab_size - 1;
  return config;
}

}  // namespace

std::vector<NamedTensor> TinyModel::Tensors() const {
  const auto expected = ExpectedTensors(kMarianMt, description.config);
  std::vector<NamedTensor> tensors;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    tensors.push_back({expected[i].first, expected[i].second, values[i]});
  }
  return tensors;
}

absl::StatusOr<TinyModel> MakeTinyModel(const TinyModelOptions& options) {
  TinyModel model;
  ModelDescription& description = model.description;
  description.config = MakeConfig(options);
  description.generation.max_length =
      static_cast<int32_t>(options.max_positions);
  description.generation.suppressed_ids = {description.config.pad_token_id};
  description.card.directions = {{"en", "es"}};
  VocabularyOptions vocabulary_options;
  vocabulary_options.vocab_size = options.vocab_size;
  if (options.tagged) {
    description.card.directions.push_back({"es", "en"});
    vocabulary_options.tagged_languages = {"en", "es"};
  }
  description.card.provenance["weights"] = "random, for tests";
  INTERPRES_ASSIGN_OR_RETURN(
      Vocabulary vocabulary,
      TrainVocabulary(TinySentences(), vocabulary_options));
  description.vocabulary = std::move(vocabulary.pieces);
  description.source_spm = vocabulary.spm;
  description.target_spm = std::move(vocabulary.spm);
  std::mt19937_64 random(options.seed);
  for (const auto& [name, shape] :
       ExpectedTensors(kMarianMt, description.config)) {
    model.values.push_back(
        RandomTensor(name, shape, description.config, random));
  }
  return model;
}

absl::Status WriteTinyModel(const std::filesystem::path& path,
                            const TinyModelOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const TinyModel model, MakeTinyModel(options));
  return WriteModelDirectory(path, model.description, model.Tensors(),
                             options.type);
}

}  // namespace interpres
