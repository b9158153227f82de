#include "model/training/parameters.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "gtest/gtest.h"
#include "model/checkpoint/expected_tensors.h"
#include "model/checkpoint/marian_mt.h"
#include "tests/model/training/tensor_offset.h"

namespace interpres {
namespace {

ModelConfig SmallConfig() {
  return {.vocab_size = 50,
          .d_model = 6,
          .encoder_layers = 2,
          .decoder_layers = 3,
          .encoder_attention_heads = 2,
          .decoder_attention_heads = 3,
          .encoder_ffn_dim = 10,
          .decoder_ffn_dim = 14,
          .pad_token_id = 49,
          .decoder_start_token_id = 49};
}

TEST(ParameterLayoutTest, HoldsEveryParameterOnceWithoutOverlap) {
  const ParameterLayout layout(SmallConfig());
  std::set<std::string> names;
  int64_t end = 0;
  int64_t total = 0;
  for (const ParameterSlot& slot : layout.slots()) {
    EXPECT_TRUE(names.insert(slot.name).second) << slot.name;
    EXPECT_GE(slot.offset, end) << slot.name;
    EXPECT_EQ(layout.Offset(slot.id), slot.offset);
    end = slot.offset + slot.size;
    total += slot.size;
  }
  EXPECT_LE(end, layout.size());
  EXPECT_EQ(layout.size() % 16, 0);
  EXPECT_EQ(total, CountParameters(SmallConfig()));
}

TEST(ParameterLayoutTest, HoldsTheTensorsOfACheckpoint) {
  const ParameterLayout layout(SmallConfig());
  std::map<std::string, std::vector<int64_t>> shapes;
  for (const ParameterSlot& slot : layout.slots()) {
    shapes[slot.name] = slot.shape;
  }
  shapes["final_logits_bias"] = {1, 50};
  const auto expected = ExpectedTensors(kMarianMt, SmallConfig());
  EXPECT_EQ(shapes, (std::map<std::string, std::vector<int64_t>>(
                        expected.begin(), expected.end())));
}

// Training states and initial random numbers depend on the order, so it must
// never change.
TEST(ParameterLayoutTest, KeepsTheOrderOfTrainingStates) {
  ModelConfig config = SmallConfig();
  config.encoder_layers = 1;
  config.decoder_layers = 2;
  std::vector<std::string> expected = {"model.shared.weight"};
  const auto add = [&](const std::string& prefix,
                       const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      expected.push_back(prefix + name);
    }
  };
  const std::vector<std::string> self_attention = {
      ".self_attn.q_proj.weight",     ".self_attn.k_proj.weight",
      ".self_attn.v_proj.weight",     ".self_attn.q_proj.bias",
      ".self_attn.k_proj.bias",       ".self_attn.v_proj.bias",
      ".self_attn.out_proj.weight",   ".self_attn.out_proj.bias",
      ".self_attn_layer_norm.weight", ".self_attn_layer_norm.bias"};
  const std::vector<std::string> feed_forward = {".fc1.weight",
                                                 ".fc1.bias",
                                                 ".fc2.weight",
                                                 ".fc2.bias",
                                                 ".final_layer_norm.weight",
                                                 ".final_layer_norm.bias"};
  add("model.encoder.layers.0", self_attention);
  add("model.encoder.layers.0", feed_forward);
  for (const char* part : {"weight", "bias"}) {
    for (const char* layer : {"0", "1"}) {
      add(std::string("model.decoder.layers.") + layer + ".encoder_attn.",
          {std::string("k_proj.") + part, std::string("v_proj.") + part});
    }
  }
  for (const char* layer :
       {"model.decoder.layers.0", "model.decoder.layers.1"}) {
    add(layer, self_attention);
    add(layer,
        {".encoder_attn.q_proj.weight", ".encoder_attn.q_proj.bias",
         ".encoder_attn.out_proj.weight", ".encoder_attn.out_proj.bias",
         ".encoder_attn_layer_norm.weight", ".encoder_attn_layer_norm.bias"});
    add(layer, feed_forward);
  }
  const ParameterLayout layout(config);
  std::vector<std::string> names;
  for (const ParameterSlot& slot : layout.slots()) {
    names.push_back(slot.name);
  }
  EXPECT_EQ(names, expected);
}

TEST(ParameterLayoutTest, ProjectionsOfOneInputAreAdjacent) {
  const ParameterLayout layout(SmallConfig());
  const int64_t d = 6;
  const std::string self = "model.encoder.layers.1.self_attn.";
  for (const auto& [kind, size] :
       {std::pair<std::string, int64_t>{".weight", d * d}, {".bias", d}}) {
    const int64_t q = TensorOffset(layout, self + "q_proj" + kind);
    EXPECT_EQ(q % 16, 0);
    EXPECT_EQ(TensorOffset(layout, self + "k_proj" + kind), q + size);
    EXPECT_EQ(TensorOffset(layout, self + "v_proj" + kind), q + 2 * size);
    const int64_t first = TensorOffset(
        layout, "model.decoder.layers.0.encoder_attn.k_proj" + kind);
    EXPECT_EQ(TensorOffset(layout,
                           "model.decoder.layers.2.encoder_attn.v_proj" + kind),
              first + 5 * size);
  }
}

ModelConfig SsruBeforeConfig() {
  ModelConfig config = SmallConfig();
  config.decoder_self_layer = DecoderSelfLayer::kSsru;
  config.norm_placement = NormPlacement::kBeforeSublayer;
  return config;
}

TEST(ParameterLayoutTest, HoldsAnSsruAndTheNormsOfTheStacks) {
  const ParameterLayout layout(SsruBeforeConfig());
  int64_t total = 0;
  for (const ParameterSlot& slot : layout.slots()) {
    total += slot.size;
  }
  EXPECT_EQ(total, CountParameters(SsruBeforeConfig()));
  const std::string ssru = "model.decoder.layers.1.ssru.";
  const int64_t forget = TensorOffset(layout, ssru + "forget_proj.weight");
  EXPECT_EQ(forget % 16, 0);
  EXPECT_EQ(TensorOffset(layout, ssru + "candidate_proj.weight"), forget + 36);
  EXPECT_EQ(TensorOffset(layout, ssru + "forget_proj.bias") % 16, 0);
  for (const char* name :
       {"model.encoder.layer_norm.weight", "model.encoder.layer_norm.bias",
        "model.decoder.layer_norm.weight", "model.decoder.layer_norm.bias"}) {
    EXPECT_EQ(TensorOffset(layout, name) % 16, 0) << name;
  }
  // The tensors of MarianMT come before the norms of the stacks.
  EXPECT_EQ(layout.slots().back().name, "model.decoder.layer_norm.bias");
}

TEST(InitializeParametersTest, AnSsruHasTwoXavierMatrices) {
  const ParameterLayout layout(SsruBeforeConfig());
  std::vector<float> values(static_cast<std::size_t>(layout.size()), 7.0f);
  InitializeParameters(layout, 3, values);
  const double bound = std::sqrt(6.0 / (6 + 6));
  for (const char* name : {"forget_proj", "candidate_proj"}) {
    const int64_t begin = TensorOffset(
        layout, std::string("model.decoder.layers.0.ssru.") + name + ".weight");
    double largest = 0.0;
    for (int64_t i = begin; i < begin + 36; ++i) {
      largest = std::max(largest, std::abs(static_cast<double>(values[i])));
    }
    EXPECT_LE(largest, bound * 1.000001) << name;
    EXPECT_GT(largest, bound * 0.8) << name;
  }
  EXPECT_EQ(values[TensorOffset(
                layout, "model.decoder.layers.0.ssru.forget_proj.bias")],
            0.0f);
  EXPECT_EQ(values[TensorOffset(layout, "model.encoder.layer_norm.weight")],
            1.0f);
  EXPECT_EQ(values[TensorOffset(layout, "model.decoder.layer_norm.bias")],
            0.0f);
}

TEST(InitializeParametersTest, FollowsTheStatedDistributions) {
  ModelConfig config = SmallConfig();
  config.vocab_size = 2000;
  config.pad_token_id = 1999;
  config.d_model = 24;
  const ParameterLayout layout(config);
  std::vector<float> values(static_cast<std::size_t>(layout.size()), 7.0f);
  InitializeParameters(layout, 3, values);

  double sum = 0.0;
  double squares = 0.0;
  const int64_t count = 1999 * 24;
  for (int64_t i = 0; i < count; ++i) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  EXPECT_NEAR(sum / count, 0.0, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 24, 0.002);
  for (int64_t i = count; i < count + 24; ++i) {
    EXPECT_EQ(values[i], 0.0f);
  }
  const int64_t fc1 = TensorOffset(layout, "model.encoder.layers.0.fc1.weight");
  const double bound = std::sqrt(6.0 / (24 + 10));
  double largest = 0.0;
  for (int64_t i = fc1; i < fc1 + 240; ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(values[i])));
  }
  EXPECT_LE(largest, bound * 1.000001);
  EXPECT_GT(largest, bound * 0.9);
  EXPECT_EQ(values[TensorOffset(layout, "model.encoder.layers.0.fc1.bias")],
            0.0f);
  EXPECT_EQ(values[TensorOffset(
                layout, "model.decoder.layers.1.final_layer_norm.weight")],
            1.0f);
}

TEST(InitializeParametersTest, KeysBeginAsQueries) {
  const ParameterLayout layout(SmallConfig());
  std::vector<float> values(static_cast<std::size_t>(layout.size()));
  InitializeParameters(layout, 3, values);
  const auto matrix = [&](const std::string& name) {
    const auto first = values.begin() + TensorOffset(layout, name + ".weight");
    return std::vector<float>(first, first + 36);
  };
  for (const char* layer : {"encoder.layers.1.self", "decoder.layers.2.self",
                            "decoder.layers.0.encoder"}) {
    const std::string attention = std::string("model.") + layer + "_attn.";
    EXPECT_EQ(matrix(attention + "k_proj"), matrix(attention + "q_proj"));
    EXPECT_NE(matrix(attention + "v_proj"), matrix(attention + "q_proj"));
  }
  EXPECT_NE(matrix("model.decoder.layers.0.encoder_attn.q_proj"),
            matrix("model.decoder.layers.1.encoder_attn.q_proj"));
}

TEST(InitializeParametersTest, SameSeedSameBytes) {
  const ParameterLayout layout(SmallConfig());
  std::vector<float> first(static_cast<std::size_t>(layout.size()));
  std::vector<float> second(first.size(), 1.0f);
  InitializeParameters(layout, 5, first);
  InitializeParameters(layout, 5, second);
  EXPECT_EQ(first, second);
  InitializeParameters(layout, 6, second);
  EXPECT_NE(first, second);
}

TEST(ToNamedTensorsTest, BorrowsEveryTensorAndTheLogitsBias) {
  const ParameterLayout layout(SmallConfig());
  const std::vector<float> values(static_cast<std::size_t>(layout.size()));
  const std::vector<float> bias(50);
  const auto tensors = ToNamedTensors(layout, values, bias);
  ASSERT_EQ(tensors.size(), layout.slots().size() + 1);
  for (std::size_t i = 0; i < layout.slots().size(); ++i) {
    EXPECT_EQ(tensors[i].name, layout.slots()[i].name);
    EXPECT_EQ(tensors[i].shape, layout.slots()[i].shape);
    EXPECT_EQ(tensors[i].data.data(), values.data() + layout.slots()[i].offset);
  }
  EXPECT_EQ(tensors.back().name, "final_logits_bias");
  EXPECT_EQ(tensors.back().shape, (std::vector<int64_t>{1, 50}));
}

}  // namespace
}  // namespace interpres
