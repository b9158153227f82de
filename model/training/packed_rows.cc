#include "model/training/packed_rows.h"

#include <algorithm>
#include <cmath>

#include "model/config/position_formula.h"
#include "model/kernels/counter_random.h"

namespace interpres {

void PackedRows::Prepare(std::span<const int64_t> offsets,
                         std::span<const uint64_t> sentence_keys,
                         uint64_t update_key) {
  offsets_ = offsets;
  positions_.clear();
  row_keys_.clear();
  longest_ = 0;
  for (std::size_t i = 0; i < sentence_keys.size(); ++i) {
    const uint64_t sentence_key = CombineKeys(update_key, sentence_keys[i]);
    const int64_t length = offsets[i + 1] - offsets[i];
    longest_ = std::max(longest_, length);
    for (int64_t position = 0; position < length; ++position) {
      positions_.push_back(static_cast<int32_t>(position));
      row_keys_.push_back(
          CombineKeys(sentence_key, static_cast<uint64_t>(position)));
    }
  }
}

Sequences PackedRows::View() const {
  return {.offsets = offsets_, .positions = positions_, .row_keys = row_keys_};
}

void SinusoidTable::Grow(int64_t rows) {
  const int64_t half = d_model_ / 2;
  const int64_t have = static_cast<int64_t>(values_.size()) / d_model_;
  if (rows > have) {
    values_.resize(static_cast<std::size_t>(rows * d_model_));
  }
  for (int64_t p = have; p < rows; ++p) {
    float* row = values_.data() + p * d_model_;
    for (int64_t i = 0; i < half; ++i) {
      const double angle = PositionAngle(formula_, p, i, d_model_);
      row[i] = static_cast<float>(std::sin(angle));
      row[half + i] = static_cast<float>(std::cos(angle));
    }
  }
}

}  // namespace interpres
