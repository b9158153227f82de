// A small Transformer with random weights, and what is needed to check it.

#ifndef INTERPRES_TESTS_MODEL_TRANSFORMER_MODEL_FIXTURE_H_
#define INTERPRES_TESTS_MODEL_TRANSFORMER_MODEL_FIXTURE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "model/checkpoint/marian_mt.h"
#include "model/transformer/session.h"
#include "tests/testing/random_weights.h"

namespace interpres {

struct Model {
  explicit Model(const ModelConfig& shape, uint64_t seed = 7,
                 ComputeType type = ComputeType::kFloat32)
      : config(shape), tensors(RandomTensors(config, seed)) {
    const auto file = OpenTensors(config, tensors);
    auto loaded = TransformerWeights::Load(
        config, ParameterReader(kMarianMt, *file), type);
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    weights = *std::move(loaded);
  }

  std::unique_ptr<TransformerSession> Session(
      const SessionOptions& options) const {
    auto session = TransformerSession::Create(*weights, options);
    EXPECT_TRUE(session.ok()) << session.status();
    return *std::move(session);
  }

  ModelConfig config;
  TensorMap tensors;
  std::unique_ptr<const TransformerWeights> weights;
};

inline SessionOptions SmallSession() {
  return {.max_sentences = 6,
          .max_rows = 12,
          .max_source_tokens = 128,
          .max_cache_positions = 1024};
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_TRANSFORMER_MODEL_FIXTURE_H_
