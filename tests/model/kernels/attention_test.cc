#include "model/kernels/attention.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "model/kernels/reference/attention.h"
#include "tests/model/kernels/bfloat16_values.h"
#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

struct Case {
  int64_t heads;
  int64_t head_size;
  int64_t rows;
  int64_t length;
};

// Queries, keys and values of a case; the keys lie scattered if `indexed`.
class Problem {
 public:
  Problem(const Case& shape, bool indexed)
      : heads_{shape.heads, shape.head_size},
        width_(shape.heads * shape.head_size),
        rows_(shape.rows),
        length_(shape.length),
        queries_(RandomFloats(rows_ * (width_ + 3), 1, 2.0f)),
        keys_(RandomFloats(2 * length_ * width_, 2)),
        values_(RandomFloats(2 * length_ * width_, 3)),
        bfloat16_keys_(Round(keys_)),
        bfloat16_values_(Round(values_)) {
    if (indexed) {
      index_.resize(length_);
      for (int64_t t = 0; t < length_; ++t) {
        index_[t] = static_cast<int32_t>((t * 7 + 3) % (2 * length_));
      }
    }
  }

  AttentionQueries Queries(int64_t first, int64_t rows, float* output) const {
    return {.queries = queries_.data() + first * (width_ + 3),
            .query_stride = width_ + 3,
            .output = output + first * (width_ + 5),
            .output_stride = width_ + 5,
            .rows = rows};
  }

  // In float32, of values that bfloat16 holds, too.
  AttentionKeys Keys() const {
    return {.keys = keys_.data(),
            .values = values_.data(),
            .stride = width_,
            .index = index_.empty() ? nullptr : index_.data(),
            .length = length_};
  }

  AttentionKeys BFloat16Keys() const {
    AttentionKeys keys = Keys();
    keys.keys = nullptr;
    keys.values = nullptr;
    keys.bfloat16_keys = bfloat16_keys_.data();
    keys.bfloat16_values = bfloat16_values_.data();
    return keys;
  }

  std::vector<float> Output() const {
    return std::vector<float>(rows_ * (width_ + 5), -9.0f);
  }

  const AttentionHeads& heads() const { return heads_; }

  void Run(const AttentionKeys& keys, int64_t first, int64_t rows,
           std::vector<float>& output) const {
    std::vector<float> scratch(AttentionScratchSize(length_));
    Attend(heads_, Queries(first, rows, output.data()), keys, scratch);
  }

 private:
  static std::vector<uint16_t> Round(std::vector<float>& values) {
    values = RoundedToBFloat16(values);
    return ToBFloat16(values);
  }

  AttentionHeads heads_;
  int64_t width_;
  int64_t rows_;
  int64_t length_;
  std::vector<float> queries_;
  std::vector<float> keys_;
  std::vector<float> values_;
  std::vector<uint16_t> bfloat16_keys_;
  std::vector<uint16_t> bfloat16_values_;
  std::vector<int32_t> index_;
};

const Case kCases[] = {{1, 1, 1, 1},    {3, 5, 1, 2},   {2, 16, 4, 17},
                       {8, 64, 7, 33},  {2, 33, 9, 16}, {1, 100, 3, 64},
                       {5, 24, 12, 40}, {4, 32, 2, 3}};

TEST(AttentionTest, AgreesWithTwinOnOddShapes) {
  for (const Case& shape : kCases) {
    for (const bool indexed : {false, true}) {
      SCOPED_TRACE(testing::Message()
                   << shape.heads << " x " << shape.head_size << ", rows "
                   << shape.rows << ", length " << shape.length
                   << (indexed ? ", indexed" : ""));
      const Problem problem(shape, indexed);
      std::vector<float> want = problem.Output();
      reference::Attend(problem.heads(),
                        problem.Queries(0, shape.rows, want.data()),
                        problem.Keys());
      for (const AttentionKeys& keys :
           {problem.Keys(), problem.BFloat16Keys()}) {
        std::vector<float> got = problem.Output();
        problem.Run(keys, 0, shape.rows, got);
        for (std::size_t i = 0; i < want.size(); ++i) {
          ASSERT_NEAR(got[i], want[i], 2e-5f) << "element " << i;
        }
      }
    }
  }
}

TEST(AttentionTest, RowDoesNotDependOnItsNeighbours) {
  for (const Case& shape : kCases) {
    const Problem problem(shape, /*indexed=*/true);
    for (const AttentionKeys& keys : {problem.Keys(), problem.BFloat16Keys()}) {
      std::vector<float> together = problem.Output();
      problem.Run(keys, 0, shape.rows, together);
      std::vector<float> alone = problem.Output();
      for (int64_t row = 0; row < shape.rows; ++row) {
        problem.Run(keys, row, 1, alone);
      }
      EXPECT_EQ(std::memcmp(together.data(), alone.data(),
                            together.size() * sizeof(float)),
                0)
          << shape.heads << " x " << shape.head_size;
    }
  }
}

TEST(AttentionTest, SumsTheWeightsOfTheHeads) {
  for (const Case& shape : kCases) {
    const Problem problem(shape, /*indexed=*/true);
    const auto length = static_cast<std::size_t>(shape.length);
    std::vector<float> want(shape.rows * length);
    std::vector<float> unused = problem.Output();
    AttentionQueries queries = problem.Queries(0, shape.rows, unused.data());
    queries.weight_sums = want.data();
    reference::Attend(problem.heads(), queries, problem.Keys());
    for (const AttentionKeys& keys : {problem.Keys(), problem.BFloat16Keys()}) {
      std::vector<float> plain = problem.Output();
      problem.Run(keys, 0, shape.rows, plain);
      std::vector<float> output = problem.Output();
      std::vector<float> got(want.size(), -9.0f);
      std::vector<float> scratch(AttentionScratchSize(shape.length));
      queries = problem.Queries(0, shape.rows, output.data());
      queries.weight_sums = got.data();
      Attend(problem.heads(), queries, keys, scratch);
      EXPECT_EQ(std::memcmp(output.data(), plain.data(),
                            plain.size() * sizeof(float)),
                0)
          << "the sums change the result";
      for (std::size_t i = 0; i < want.size(); ++i) {
        ASSERT_NEAR(got[i], want[i], 1e-5f) << "element " << i;
      }
      // To the last bit the sums of the weights of each row.
      for (int64_t row = 0; row < shape.rows; ++row) {
        std::vector<float> weights(shape.heads * length);
        AttentionWeights(problem.heads(),
                         problem.Queries(row, 1, unused.data()).queries, keys,
                         weights);
        std::vector<float> sums(length, 0.0f);
        for (std::size_t i = 0; i < weights.size(); ++i) {
          sums[i % length] += weights[i];
        }
        EXPECT_EQ(std::memcmp(sums.data(), &got[row * length],
                              length * sizeof(float)),
                  0);
      }
    }
  }
}

TEST(AttentionTest, WeightsAgreeWithTwinAndSumToOne) {
  for (const Case& shape : kCases) {
    const Problem problem(shape, /*indexed=*/true);
    const float* query = problem.Queries(0, 1, nullptr).queries;
    const auto size = static_cast<std::size_t>(shape.heads * shape.length);
    std::vector<float> want(size);
    reference::AttentionWeights(problem.heads(), query, problem.Keys(), want);
    for (const AttentionKeys& keys : {problem.Keys(), problem.BFloat16Keys()}) {
      std::vector<float> got(size, -9.0f);
      AttentionWeights(problem.heads(), query, keys, got);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_NEAR(got[i], want[i], 2e-6f) << "element " << i;
      }
      EXPECT_NEAR(std::accumulate(got.begin(), got.end(), 0.0),
                  static_cast<double>(shape.heads), 1e-5);
    }
  }
}

}  // namespace
}  // namespace interpres
