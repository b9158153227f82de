#include "model/kernels/matmul.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "model/kernels/compute_type.h"
#include "tests/model/kernels/bfloat16_values.h"
#include "tests/model/kernels/random_floats.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/pack_floats.h"

namespace interpres {
namespace {

// A matrix with what it was made from.
struct Layer {
  Layer(int64_t inputs_in, int64_t outputs_in,
        ComputeType type = ComputeType::kFloat32)
      : inputs(inputs_in),
        outputs(outputs_in),
        weights(RandomFloats(inputs * outputs, 11,
                             1.0f / std::sqrt(static_cast<float>(inputs)))),
        bias(RandomFloats(outputs, 12)),
        packed(*PackFloats({.weights = weights, .bias = bias, .inputs = inputs},
                           type, memory)) {}

  int64_t inputs;
  int64_t outputs;
  std::vector<float> weights;
  std::vector<float> bias;
  WeightMemory memory;
  PackedMatrix packed;
};

double Activate(MatmulActivation activation, double x) {
  switch (activation) {
    case MatmulActivation::kNone:
      return x;
    case MatmulActivation::kRelu:
      return std::max(x, 0.0);
    case MatmulActivation::kGelu:
      return 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
    case MatmulActivation::kSwish:
      return x / (1.0 + std::exp(-x));
    case MatmulActivation::kQuickGelu:
      return x / (1.0 + std::exp(-1.702 * x));
  }
  return x;
}

// Runs `rows` rows of `input`; the padding rows hold `padding`.
std::vector<float> Multiply(const Layer& layer, const MatmulEpilogue& epilogue,
                            const std::vector<float>& input, int64_t rows,
                            float padding = 0.0f) {
  auto session = *MatmulSession::Create();
  const auto handle = session->Register(layer.packed, epilogue);
  EXPECT_TRUE(session->Prepare(handle, rows).ok());
  const int64_t padded = MatmulSession::PaddedRows(rows);
  std::vector<float> in(padded * layer.inputs, padding);
  std::copy_n(input.begin(), rows * layer.inputs, in.begin());
  std::vector<float> out(padded * layer.outputs, 0.5f);
  session->Run(handle, in.data(), rows, out.data());
  out.resize(rows * layer.outputs);
  return out;
}

// The operands as the type holds them.
std::vector<float> Rounded(ComputeType type, std::vector<float> values,
                           int64_t width) {
  if (type == ComputeType::kBFloat16) {
    return RoundedToBFloat16(values);
  }
  if (type == ComputeType::kInt8) {
    for (auto row = values.begin(); row != values.end(); row += width) {
      float largest = 0.0f;
      std::for_each(row, row + width, [&largest](float value) {
        largest = std::max(largest, std::abs(value));
      });
      std::for_each(row, row + width, [largest](float& value) {
        value = std::nearbyint(value * 127.0f / largest) * largest / 127.0f;
      });
    }
  }
  return values;
}

// bytes = value * multiplier, limited to -127 and 127.
std::vector<float> RoundedBy(float multiplier, std::vector<float> values) {
  for (float& value : values) {
    value = std::clamp(std::nearbyint(value * multiplier), -127.0f, 127.0f) /
            multiplier;
  }
  return values;
}

TEST(StoredMultipliersTest, Int8UsesTheMultipliersOfTheFile) {
  if (!CheckComputeType(ComputeType::kInt8).ok()) {
    GTEST_SKIP() << CheckComputeType(ComputeType::kInt8).message();
  }
  const int64_t rows = 5;
  Layer layer(24, 37);
  const std::vector<float> input = RandomFloats(rows * layer.inputs, 13);
  // Some weights and many inputs exceed the range of a byte.
  const float of_weights = 400.0f;
  const float of_inputs = 100.0f;
  const std::vector<float> weight_multipliers(layer.outputs, of_weights);
  const std::vector<float> weights = RoundedBy(of_weights, layer.weights);
  for (const float multiplier : {of_inputs, 0.0f}) {
    layer.packed = *PackFloats(
        {.weights = layer.weights, .bias = layer.bias, .inputs = layer.inputs},
        ComputeType::kInt8, layer.memory, weight_multipliers, multiplier);
    const std::vector<float> rounded =
        multiplier > 0.0f ? RoundedBy(multiplier, input)
                          : Rounded(ComputeType::kInt8, input, layer.inputs);
    const std::vector<float> output = Multiply(layer, {}, input, rows);
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = 0; c < layer.outputs; ++c) {
        double expected = layer.bias[c];
        for (int64_t i = 0; i < layer.inputs; ++i) {
          expected += double{rounded[r * layer.inputs + i]} *
                      weights[c * layer.inputs + i];
        }
        ASSERT_NEAR(output[r * layer.outputs + c], expected, 2e-5)
            << "row " << r << ", output " << c << ", " << multiplier;
      }
    }
  }
}

class MatmulTypeTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (const absl::Status status = CheckComputeType(GetParam());
        !status.ok()) {
      GTEST_SKIP() << status.message();
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, MatmulTypeTest, AllComputeTypes(),
                         NameOfComputeType);

TEST_P(MatmulTypeTest, EveryEpilogueAgreesWithDefinition) {
  for (const auto& [inputs, outputs] :
       {std::pair<int64_t, int64_t>{1, 1}, {7, 5}, {24, 37}, {64, 192}}) {
    const Layer layer(inputs, outputs, GetParam());
    const std::vector<float> weights =
        Rounded(GetParam(), layer.weights, inputs);
    const int64_t rows = 5;
    const std::vector<float> input = RandomFloats(rows * inputs, 13);
    for (const MatmulActivation activation :
         {MatmulActivation::kNone, MatmulActivation::kRelu,
          MatmulActivation::kGelu, MatmulActivation::kSwish,
          MatmulActivation::kQuickGelu}) {
      for (const bool accumulate : {false, true}) {
        SCOPED_TRACE(testing::Message()
                     << inputs << " to " << outputs << ", activation "
                     << static_cast<int>(activation) << ", " << accumulate);
        const std::vector<float> got =
            Multiply(layer, {activation, accumulate}, input, rows);
        const std::vector<float> in = Rounded(GetParam(), input, inputs);
        for (int64_t i = 0; i < rows * outputs; ++i) {
          double sum = layer.bias[i % outputs];
          for (int64_t k = 0; k < inputs; ++k) {
            sum += double{in[i / outputs * inputs + k]} *
                   weights[i % outputs * inputs + k];
          }
          const double want =
              Activate(activation, sum) + (accumulate ? 0.5 : 0.0);
          ASSERT_NEAR(got[i], want, 1e-5) << "element " << i;
        }
      }
    }
  }
}

TEST(MatmulTest, PaddedRowsAreFewAndCover) {
  int64_t previous = 0;
  for (int64_t rows = 1; rows <= 5000; ++rows) {
    const int64_t padded = MatmulSession::PaddedRows(rows);
    ASSERT_GE(padded, rows);
    ASSERT_GE(padded, previous);
    ASSERT_EQ(padded % 4, 0);
    ASSERT_LE(padded, std::max<int64_t>(4, rows + (rows + 3) / 4 + 3));
    ASSERT_EQ(MatmulSession::PaddedRows(padded), padded);
    previous = padded;
  }
}

// The promise behind batch invariance. On other targets oneDNN's kernels may
// split a row's sum differently for different row counts.
TEST_P(MatmulTypeTest, RowHasTheSameBitsForEveryRowCount) {
  if (!MatmulSession::RowsAreInvariant()) {
    GTEST_SKIP() << "needs AVX-512";
  }
  constexpr int64_t kMaxRows = 300;
  const std::pair<int64_t, int64_t> shapes[] = {
      {24, 53}, {256, 768}, {512, 512}, {1024, 256}, {256, 4001}};
  for (const auto& [inputs, outputs] : shapes) {
    const Layer layer(inputs, outputs, GetParam());
    const std::vector<float> input = RandomFloats(kMaxRows * inputs, 14);
    const MatmulEpilogue epilogue{MatmulActivation::kSwish, true};
    const std::vector<float> all = Multiply(layer, epilogue, input, kMaxRows);
    for (const int64_t rows : {1, 2, 3, 5, 9, 16, 17, 33, 64, 65, 129, 257}) {
      const std::vector<float> some =
          Multiply(layer, epilogue, input, rows, /*padding=*/1e30f);
      ASSERT_EQ(
          std::memcmp(some.data(), all.data(), some.size() * sizeof(float)), 0)
          << inputs << " to " << outputs << ", rows " << rows;
    }
    // The last row as the first of its batch: the place does not matter either.
    const std::vector<float> last_row(input.end() - inputs, input.end());
    const std::vector<float> last = Multiply(layer, epilogue, last_row, 1);
    ASSERT_EQ(std::memcmp(last.data(), all.data() + (kMaxRows - 1) * outputs,
                          last.size() * sizeof(float)),
              0);
  }
}

TEST_P(MatmulTypeTest, NoSlowImplementationOnAvx512) {
  if (!MatmulSession::RowsAreInvariant()) {
    GTEST_SKIP() << "needs AVX-512";
  }
  for (const auto& [inputs, outputs] : {std::pair<int64_t, int64_t>{512, 2048},
                                        {2048, 512},
                                        {256, 768},
                                        {256, 8000}}) {
    const Layer layer(inputs, outputs, GetParam());
    auto session = *MatmulSession::Create();
    for (const MatmulActivation activation :
         {MatmulActivation::kNone, MatmulActivation::kRelu,
          MatmulActivation::kGelu, MatmulActivation::kSwish,
          MatmulActivation::kQuickGelu}) {
      for (const bool accumulate : {false, true}) {
        const auto handle =
            session->Register(layer.packed, {activation, accumulate});
        ASSERT_TRUE(session->PrepareUpTo(handle, 600).ok());
      }
    }
    const std::vector<std::string> names = session->ImplementationNames();
    ASSERT_FALSE(names.empty());
    for (const std::string& name : names) {
      EXPECT_EQ(name.find("ref"), std::string::npos) << name;
      EXPECT_EQ(name.find("gemm:"), std::string::npos) << name;
    }
  }
}

// Sessions prepare in different orders.
TEST_P(MatmulTypeTest, EachSessionPreparesEveryRowCount) {
  constexpr int64_t kMaxRows = 150;
  const Layer layer(64, 96, GetParam());
  const auto first = *MatmulSession::Create();
  const auto second = *MatmulSession::Create();
  const auto handle = first->Register(layer.packed, {});
  ASSERT_EQ(second->Register(layer.packed, {}), handle);
  ASSERT_TRUE(first->PrepareUpTo(handle, kMaxRows).ok());
  ASSERT_TRUE(second->PrepareUpTo(handle, kMaxRows).ok());
  const std::vector<float> input =
      RandomFloats(MatmulSession::PaddedRows(kMaxRows) * 64, 16);
  for (int64_t rows = 1; rows <= kMaxRows; ++rows) {
    const auto size =
        static_cast<std::size_t>(MatmulSession::PaddedRows(rows) * 96);
    std::vector<float> one(size);
    std::vector<float> other(size);
    first->Run(handle, input.data(), rows, one.data());
    second->Run(handle, input.data(), rows, other.data());
    one.resize(static_cast<std::size_t>(rows * 96));
    other.resize(one.size());
    EXPECT_EQ(one, other) << rows;
  }
}

TEST_P(MatmulTypeTest, AHelperChangesNoResult) {
  for (const auto& [inputs, outputs] :
       {std::pair<int64_t, int64_t>{512, 1536}, {2048, 300}, {64, 96}}) {
    const Layer layer(inputs, outputs, GetParam());
    for (const int64_t rows : {1, 4, 13, 16, 17, 40, 130, 144, 257}) {
      auto session =
          *MatmulSession::Create(MatmulSession::Threads::kWithHelper);
      const auto handle =
          session->Register(layer.packed, {MatmulActivation::kRelu, false});
      ASSERT_TRUE(session->Prepare(handle, rows).ok());
      const std::vector<float> input = RandomFloats(rows * inputs, 16);
      const std::vector<float> want =
          Multiply(layer, {MatmulActivation::kRelu, false}, input, rows);
      const int64_t padded = MatmulSession::PaddedRows(rows);
      std::vector<float> in(padded * inputs, 0.0f);
      std::copy(input.begin(), input.end(), in.begin());
      for (int round = 0; round < 20; ++round) {
        session->UseHelper(round % 4 != 0);
        std::vector<float> got(padded * outputs, 0.5f);
        session->Run(handle, in.data(), rows, got.data());
        got.resize(rows * outputs);
        ASSERT_EQ(got, want) << inputs << " to " << outputs << ", " << rows;
      }
    }
  }
}

TEST_P(MatmulTypeTest, ThreadsShareAMatrix) {
  const Layer layer(64, 96, GetParam());
  const int64_t rows = 12;
  const std::vector<float> input = RandomFloats(rows * layer.inputs, 15);
  const std::vector<float> want = Multiply(layer, {}, input, rows);
  std::vector<std::vector<float>> got(4);
  {
    std::vector<std::jthread> threads;
    for (std::vector<float>& result : got) {
      threads.emplace_back([&layer, &input, &result] {
        for (int i = 0; i < 20; ++i) {
          result = Multiply(layer, {}, input, rows);
        }
      });
    }
  }
  for (const std::vector<float>& result : got) {
    EXPECT_EQ(result, want);
  }
}

}  // namespace
}  // namespace interpres
