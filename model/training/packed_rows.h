// The data of the rows of a packed batch: positions within the sentences,
// dropout keys, and the sinusoids of the positions.

#ifndef INTERPRES_MODEL_TRAINING_PACKED_ROWS_H_
#define INTERPRES_MODEL_TRAINING_PACKED_ROWS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/config/model_config.h"
#include "model/training/pass.h"

namespace interpres {

// Computes positions and dropout keys for the rows (tokens) of one side of a
// batch, source or target. Not thread-safe.
class PackedRows {
 public:
  // Computes the positions and dropout keys of a batch. Sentence i has the rows
  // offsets[i] .. offsets[i + 1] - 1. `update_key` is the combined key of
  // (seed, update). The key of a row combines `update_key`, the key of its
  // sentence and its position. REQUIRES: `offsets` [sentences + 1] outlives the
  // use of View().
  void Prepare(std::span<const int64_t> offsets,
               std::span<const uint64_t> sentence_keys, uint64_t update_key);

  // Returns a view of the offsets, positions and keys of the last Prepare().
  // The view is valid until the next Prepare().
  Sequences View() const;
  // Returns the tokens of the longest sentence.
  int64_t longest() const { return longest_; }

 private:
  std::span<const int64_t> offsets_;
  std::vector<int32_t> positions_;
  std::vector<uint64_t> row_keys_;
  int64_t longest_ = 0;
};

// A growing table of position embeddings. Row p is [sin(a_0) ... | cos(a_0)
// ...] with a_i = PositionAngle(formula, p, i, d_model) for 0 <= i < d_model /
// 2. Not thread-safe.
class SinusoidTable {
 public:
  SinusoidTable(PositionFormula formula, int64_t d_model)
      : formula_(formula), d_model_(d_model) {}

  // Extends the table to at least `rows` rows. Invalidates the pointer that
  // data() returned.
  void Grow(int64_t rows);
  const float* data() const { return values_.data(); }

 private:
  PositionFormula formula_;
  int64_t d_model_;
  std::vector<float> values_;  // [rows, d_model]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PACKED_ROWS_H_
