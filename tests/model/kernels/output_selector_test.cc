#include "model/kernels/output_selector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "model/kernels/compute_type.h"
#include "model/kernels/quantization.h"
#include "tests/model/kernels/random_floats.h"
#include "tests/testing/compute_types.h"
#include "tests/testing/pack_floats.h"

namespace interpres {
namespace {

using Ids = std::vector<int32_t>;

Ids RandomIds(int64_t count, int64_t outputs, uint64_t seed) {
  Ids ids(outputs);
  std::iota(ids.begin(), ids.end(), 0);
  std::mt19937_64 random(seed);
  std::shuffle(ids.begin(), ids.end(), random);
  ids.resize(count);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// A matrix, its session and its whole product.
class Product {
 public:
  // `input_multiplier` is Int8MatrixValues::input_multiplier. If the number is
  // above 0, the weights have multipliers, too.
  Product(ComputeType type, int64_t inputs, int64_t outputs, int64_t rows,
          float input_multiplier = 0.0f)
      : inputs_(inputs),
        outputs_(outputs),
        weights_(RandomFloats(inputs * outputs, 1, 0.2f)),
        bias_(RandomFloats(outputs, 2)),
        multipliers_(input_multiplier > 0.0f ? outputs : 0, 150.0f),
        matrix_(
            *PackFloats({.weights = weights_, .bias = bias_, .inputs = inputs},
                        type, place_, multipliers_, input_multiplier)),
        session_(*MatmulSession::Create()),
        selector_(std::make_unique<OutputSelector>(matrix_, *session_, 4)),
        input_(RandomFloats(MatmulSession::PaddedRows(rows) * inputs, 3)),
        whole_(MatmulSession::PaddedRows(rows) * outputs) {
    const auto handle = session_->Register(matrix_, {});
    EXPECT_TRUE(session_->Prepare(handle, rows).ok());
    session_->Run(handle, input_.data(), rows, whole_.data());
  }

  OutputSelector& selector() { return *selector_; }

  // Makes selector() read the int8 weights before packing.
  void SelectFromRows() {
    rows_.resize(weights_.size());
    std::vector<float> scales(static_cast<std::size_t>(outputs_));
    QuantizeRows(weights_.data(), outputs_, inputs_, rows_.data(),
                 scales.data());
    selector_ = std::make_unique<OutputSelector>(matrix_, *session_, 4, rows_);
  }

  // Runs the open slot's product for some of the rows and compares it with the
  // whole one's columns `ids`.
  void Compare(int32_t slot, const Ids& ids, int64_t first, int64_t rows) {
    const int64_t columns =
        OutputSelector::Columns(static_cast<int64_t>(ids.size()));
    std::vector<float> found(MatmulSession::PaddedRows(rows) * columns);
    selector_->Run(slot, input_.data() + first * inputs_, rows, found.data());
    for (int64_t r = 0; r < rows; ++r) {
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const float expected = whole_[(first + r) * outputs_ + ids[i]];
        const float value = found[r * columns + static_cast<int64_t>(i)];
        if (MatmulSession::RowsAreInvariant()) {
          ASSERT_EQ(value, expected) << "row " << first + r << " id " << ids[i];
        } else {
          ASSERT_NEAR(value, expected, 1e-4) << "id " << ids[i];
        }
      }
    }
  }

 private:
  const int64_t inputs_;
  const int64_t outputs_;
  const std::vector<float> weights_;
  const std::vector<float> bias_;
  const std::vector<float> multipliers_;
  WeightMemory place_;
  const PackedMatrix matrix_;
  const std::unique_ptr<MatmulSession> session_;
  std::vector<int8_t> rows_;
  std::unique_ptr<OutputSelector> selector_;
  const std::vector<float> input_;
  std::vector<float> whole_;
};

class OutputSelectorTest : public testing::TestWithParam<ComputeType> {
 protected:
  void SetUp() override {
    if (const absl::Status status = CheckComputeType(GetParam());
        !status.ok()) {
      GTEST_SKIP() << status.message();
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, OutputSelectorTest, AllComputeTypes(),
                         NameOfComputeType);

TEST(OutputSelectorColumns, AreFewSizes) {
  EXPECT_EQ(OutputSelector::Columns(1), 64);
  EXPECT_EQ(OutputSelector::Columns(64), 64);
  EXPECT_EQ(OutputSelector::Columns(65), 128);
  EXPECT_EQ(OutputSelector::Columns(257), 320);
  EXPECT_EQ(OutputSelector::Columns(1000), 1024);
}

TEST_P(OutputSelectorTest, ChosenOutputsEqualTheWholeProduct) {
  // Inputs that fill no word, no block, and many; outputs of several panels.
  for (const auto& [inputs, outputs] : {std::pair<int64_t, int64_t>{6, 70},
                                        {7, 300},
                                        {24, 130},
                                        {64, 5000},
                                        {256, 2500},
                                        {96, 4097}}) {
    Product product(GetParam(), inputs, outputs, 12);
    ASSERT_TRUE(product.selector().supported());
    for (const int64_t count : {1, 16, 63, 64, 65, 300, 1000}) {
      if (count > outputs) {
        continue;
      }
      SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(outputs));
      const Ids ids = RandomIds(count, outputs, 5);
      ASSERT_TRUE(product.selector().Open(1, ids, 12).ok());
      product.Compare(1, ids, 0, 1);
      product.Compare(1, ids, 3, 4);
      product.Compare(1, ids, 0, 12);
      product.selector().Close(1);
    }
  }
}

TEST_P(OutputSelectorTest, SlotsAreIndependent) {
  Product product(GetParam(), 32, 800, 8);
  const std::vector<Ids> lists = {RandomIds(100, 800, 1), RandomIds(30, 800, 2),
                                  RandomIds(400, 800, 3),
                                  RandomIds(100, 800, 4)};
  for (int32_t slot = 0; slot < 4; ++slot) {
    ASSERT_TRUE(product.selector().Open(slot, lists[slot], 8).ok());
  }
  product.selector().Close(2);
  product.selector().Close(2);
  ASSERT_TRUE(product.selector().Open(2, lists[0], 8).ok());
  product.Compare(0, lists[0], 0, 4);
  product.Compare(1, lists[1], 2, 2);
  product.Compare(2, lists[0], 5, 3);
  product.Compare(3, lists[3], 0, 8);
}

TEST_P(OutputSelectorTest, StoredMultipliersGiveTheWholeProduct) {
  Product product(GetParam(), 32, 800, 8, 40.0f);
  const Ids ids = RandomIds(100, 800, 1);
  ASSERT_TRUE(product.selector().Open(0, ids, 8).ok());
  product.Compare(0, ids, 0, 8);
}

TEST_P(OutputSelectorTest, RowsBeforePackingGiveTheSameOutputs) {
  if (GetParam() != ComputeType::kInt8) {
    GTEST_SKIP() << "only int8 has such rows";
  }
  for (const auto& [inputs, outputs] : {std::pair<int64_t, int64_t>{6, 70},
                                        {7, 300},
                                        {64, 5000},
                                        {256, 2500}}) {
    Product product(GetParam(), inputs, outputs, 12);
    product.SelectFromRows();
    for (const int64_t count : {1, 65, 70}) {
      const Ids ids = RandomIds(count, outputs, 5);
      ASSERT_TRUE(product.selector().Open(1, ids, 12).ok());
      product.Compare(1, ids, 0, 12);
      product.selector().Close(1);
    }
  }
}

TEST_P(OutputSelectorTest, OrderIsTheCallers) {
  Product product(GetParam(), 16, 200, 4);
  const Ids ids = {150, 3, 199, 0, 3};
  ASSERT_TRUE(product.selector().Open(0, ids, 4).ok());
  product.Compare(0, ids, 0, 4);
}

}  // namespace
}  // namespace interpres
