// The table of the fixed positions of "Attention Is All You Need" (section
// 3.5), in MarianMT's columns: all sines, then all cosines.

#ifndef INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_
#define INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_

#include <cstdint>

#include "model/config/model_config.h"
#include "model/tensor/tensor.h"

namespace interpres {

// The positions [first, first + count).
struct PositionRange {
  int64_t first = 0;
  int64_t count = 0;
};

// Returns the table of position embeddings [positions.count, width]. With
// first = positions.first and 0 <= i < width / 2:
//   row[p][i]             = sin(PositionAngle(formula, first + p, i, width)),
//   row[p][width / 2 + i] = cos(PositionAngle(formula, first + p, i, width)).
// REQUIRES: `width` is even.
AlignedBuffer<float> MakeSinusoids(PositionFormula formula,
                                   const PositionRange& positions,
                                   int64_t width);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_
