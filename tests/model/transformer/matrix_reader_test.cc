#include "model/transformer/matrix_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/marian_mt.h"
#include "model/kernels/quantization.h"
#include "model/transformer/weights.h"
#include "tests/testing/random_weights.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr SublayerId kSelfId = {Stack::kDecoder, 0, Sublayer::kSelfAttention};
constexpr SublayerId kCrossId = {Stack::kDecoder, 0, Sublayer::kCrossAttention};
constexpr SublayerId kSsruId = {Stack::kDecoder, 0, Sublayer::kSsru};

TEST(JoinedMatricesTest, JoinsWhatHasOneInput) {
  ModelConfig config = OddModelConfig();
  const JoinedMatrices matrices = JoinedMatricesOf(config);
  const JoinedMatrix& self = matrices.at(WeightOf(kSelfId, Component::kQuery));
  EXPECT_THAT(self.parts, ElementsAre(WeightOf(kSelfId, Component::kQuery),
                                      WeightOf(kSelfId, Component::kKey),
                                      WeightOf(kSelfId, Component::kValue)));
  EXPECT_EQ(self.rows(), 3 * config.d_model);
  EXPECT_THAT(matrices.at(WeightOf(kCrossId, Component::kKey)).parts,
              ElementsAre(WeightOf(kCrossId, Component::kKey),
                          WeightOf(kCrossId, Component::kValue)));
  EXPECT_EQ(matrices.at(WeightOf(kCrossId, Component::kQuery)).parts.size(),
            1U);
  EXPECT_EQ(matrices.at(kEmbeddingId).rows(), config.vocab_size);
  config.decoder_self_layer = DecoderSelfLayer::kSsru;
  EXPECT_THAT(
      JoinedMatricesOf(config).at(WeightOf(kSsruId, Component::kForget)).parts,
      ElementsAre(WeightOf(kSsruId, Component::kForget),
                  WeightOf(kSsruId, Component::kCandidate)));
}

TEST(MatrixReaderTest, QuantisesEachRow) {
  const ModelConfig config = OddModelConfig();
  const auto file = OpenTensors(config, RandomTensors(config, 1));
  const ParameterReader parameters(kMarianMt, *file);
  const MatrixReader reader(parameters);
  const JoinedMatrix matrix =
      JoinedMatricesOf(config).at(WeightOf(kCrossId, Component::kKey));
  const auto floats = reader.ReadFloat32(matrix);
  const auto rows = reader.ReadInt8(matrix);
  ASSERT_TRUE(floats.ok() && rows.ok());
  std::vector<int8_t> bytes(static_cast<std::size_t>(floats->size()));
  std::vector<float> scales(static_cast<std::size_t>(matrix.rows()));
  QuantizeRows(floats->data(), matrix.rows(), matrix.inputs, bytes.data(),
               scales.data());
  EXPECT_TRUE(std::ranges::equal(rows->weights.span(), bytes));
  EXPECT_TRUE(std::ranges::equal(rows->scales.span(), scales));
}

// The int8 weights of the keys and the values of a cross-attention.
class StoredRowsTest : public ::testing::Test {
 protected:
  void Add(Component component, float input_multiplier) {
    const std::string name =
        kMarianMt.tensor_name(WeightOf(kCrossId, component));
    tensors_[name] = {.type = DataType::kInt8,
                      .shape = {2, 2},
                      .strides = {2, 1},
                      .bytes = OwnBytes("\x01\x02\x03\x04"),
                      .input_multiplier = input_multiplier};
    tensors_[name + kInt8Scales] = {
        .shape = {2}, .strides = {1}, .bytes = OwnBytes(std::string(8, '\0'))};
  }

  absl::StatusOr<Int8Rows> Read() const {
    const TensorSource file("int8", tensors_, "");
    const ParameterReader parameters(kMarianMt, file);
    return MatrixReader(parameters)
        .ReadInt8({.parts = {WeightOf(kCrossId, Component::kKey),
                             WeightOf(kCrossId, Component::kValue)},
                   .outputs = 2,
                   .inputs = 2});
  }

  TensorSource::Tensors tensors_;
};

TEST_F(StoredRowsTest, AreJoined) {
  Add(Component::kKey, 3.0F);
  Add(Component::kValue, 3.0F);
  const auto rows = Read();
  ASSERT_TRUE(rows.ok()) << rows.status();
  EXPECT_THAT(rows->weights.span(), ElementsAre(1, 2, 3, 4, 1, 2, 3, 4));
  EXPECT_EQ(rows->input_multiplier, 3.0F);
}

TEST_F(StoredRowsTest, DifferentInputsAreAContradiction) {
  Add(Component::kKey, 3.0F);
  Add(Component::kValue, 4.0F);
  EXPECT_THAT(std::string(Read().status().message()),
              HasSubstr("has the input multiplier 4; expected 3"));
}

// A matrix that is stored in 8 bits with one multiplier, as Firefox's are.
TEST_F(StoredRowsTest, BytesWithOneMultiplierAreUsedAsStored) {
  Add(Component::kKey, 3.0F);
  Add(Component::kValue, 3.0F);
  for (const auto& [component, multiplier, bytes] :
       {std::tuple(Component::kKey, 2.0F, "\x01\x02\x03\x7f"),
        std::tuple(Component::kValue, 8.0F, "\x80\x81\xff\x01")}) {
    const std::string name =
        kMarianMt.tensor_name(WeightOf(kCrossId, component));
    tensors_.erase(name + kInt8Scales);
    tensors_[name].bytes = OwnBytes(bytes);
    tensors_[name].divisor = multiplier;
  }
  const auto rows = Read();
  ASSERT_TRUE(rows.ok()) << rows.status();
  // The byte -128 is limited to -127.
  EXPECT_THAT(rows->weights.span(),
              ElementsAre(1, 2, 3, 127, -127, -127, -1, 1));
  EXPECT_THAT(rows->scales.span(), ElementsAre(0.5F, 0.5F, 0.125F, 0.125F));
  EXPECT_EQ(rows->input_multiplier, 3.0F);
}

TEST_F(StoredRowsTest, OnlyInt8CanUseThem) {
  const ModelConfig config = OddModelConfig();
  const std::string name = kMarianMt.tensor_name(kEmbeddingId);
  tensors_[name + kInt8Scales] = {};
  const TensorSource file("int8", tensors_, "");
  const auto weights = TransformerWeights::Load(
      config, ParameterReader(kMarianMt, file), ComputeType::kFloat32);
  EXPECT_EQ(weights.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(weights.status().message()),
              HasSubstr("set the compute type int8"));
}

}  // namespace
}  // namespace interpres
