// Small networks, parameters and batches for the tests of the network.

#ifndef INTERPRES_TESTS_MODEL_TRAINING_NETWORK_FIXTURE_H_
#define INTERPRES_TESTS_MODEL_TRAINING_NETWORK_FIXTURE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/kernels/counter_random.h"
#include "model/training/batch.h"
#include "model/training/parameters.h"

namespace interpres {

inline ModelConfig TinyNetwork() {
  return {.vocab_size = 11,
          .d_model = 12,
          .encoder_layers = 2,
          .decoder_layers = 2,
          .encoder_attention_heads = 2,
          .decoder_attention_heads = 3,
          .encoder_ffn_dim = 10,
          .decoder_ffn_dim = 7,
          .max_position_embeddings = 32,
          .pad_token_id = 10,
          .decoder_start_token_id = 10};
}

// Whole vectors of every width: d = 32, heads of 16.
inline ModelConfig AlignedNetwork() {
  ModelConfig config = TinyNetwork();
  config.d_model = 32;
  config.decoder_attention_heads = 2;
  config.encoder_ffn_dim = 64;
  config.decoder_ffn_dim = 48;
  return config;
}

// Sentences of the lengths given, with ids drawn below the padding.
inline TrainingBatch RandomBatch(
    const ModelConfig& config,
    const std::vector<std::pair<int, int>>& lengths) {
  TrainingBatch batch;
  batch.source_offsets = {0};
  batch.target_offsets = {0};
  uint32_t drawn = 0;
  const auto draw = [&config, &drawn] {
    return static_cast<int32_t>(RandomBits(77, drawn++) %
                                static_cast<uint32_t>(config.vocab_size - 1));
  };
  for (const auto& [source, target] : lengths) {
    for (int i = 0; i < source; ++i) {
      batch.source_ids.push_back(draw());
    }
    int32_t previous = config.decoder_start_token_id;
    for (int i = 0; i < target; ++i) {
      batch.target_inputs.push_back(previous);
      previous = i + 1 == target ? config.eos_token_id : draw();
      batch.target_outputs.push_back(previous);
    }
    batch.source_offsets.push_back(batch.source_tokens());
    batch.target_offsets.push_back(batch.target_tokens());
    batch.sentence_keys.push_back(1000 + batch.sentence_keys.size());
  }
  return batch;
}

inline std::size_t SizeOf(const ParameterLayout& layout) {
  return static_cast<std::size_t>(layout.size());
}

// Random layer norms and biases too, so that no gradient is zero by symmetry.
inline std::vector<float> RandomParameters(const ParameterLayout& layout) {
  std::vector<float> parameters(SizeOf(layout));
  InitializeParameters(layout, 3, parameters);
  for (const ParameterSlot& slot : layout.slots()) {
    const int64_t end =
        slot.shape.size() == 1 ? slot.offset + slot.size : slot.offset;
    for (int64_t i = slot.offset; i < end; ++i) {
      parameters[i] += static_cast<float>(
          0.4 * RandomUniform(8, static_cast<uint32_t>(i)) - 0.2);
    }
  }
  return parameters;
}

inline const std::vector<std::pair<int, int>> kBatchLengths = {
    {5, 4}, {1, 2}, {3, 6}};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_TRAINING_NETWORK_FIXTURE_H_
