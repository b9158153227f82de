// What the rows of a packed batch are: positions within their sentences, keys
// of dropout, and the sinusoids of the positions.

#ifndef INTERPRES_MODEL_TRAINING_PACKED_ROWS_H_
#define INTERPRES_MODEL_TRAINING_PACKED_ROWS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/config/model_config.h"
#include "model/training/sublayers.h"

namespace interpres {

// One side of a batch. Not thread-safe.
class PackedRows {
 public:
  // `offsets` must outlive the use of View(); `update_key` is the key of
  // (seed, update). A row's key is that of (seed, update, sentence, position).
  void Prepare(std::span<const int64_t> offsets,
               std::span<const uint64_t> sentence_keys, uint64_t update_key);

  Sequences View() const;
  // Tokens of the longest sentence.
  int64_t longest() const { return longest_; }

 private:
  std::span<const int64_t> offsets_;
  std::vector<int32_t> positions_;
  std::vector<uint64_t> row_keys_;
  int64_t longest_ = 0;
};

// Row p is [sin(a_0) ... | cos(a_0) ...] with a_i = PositionAngle(formula, p,
// i, d_model).
class SinusoidTable {
 public:
  SinusoidTable(PositionFormula formula, int64_t d_model)
      : formula_(formula), d_model_(d_model) {}

  // Makes at least the rows 0 .. rows - 1.
  void Grow(int64_t rows);
  const float* data() const { return values_.data(); }

 private:
  PositionFormula formula_;
  int64_t d_model_;
  std::vector<float> values_;  // [rows, d_model]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PACKED_ROWS_H_
