// The table of the fixed positions of "Attention Is All You Need" (section
// 3.5), in MarianMT's columns: all sines, then all cosines.

#ifndef INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_
#define INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_

#include <cstdint>

#include "model/config/model_config.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Returns the table of position embeddings [positions, width]:
//   row[p][i]             = sin(PositionAngle(formula, p, i, width)),
//   row[p][width / 2 + i] = cos(PositionAngle(formula, p, i, width)),
//   0 <= i < width / 2.
// REQUIRES: `width` is even.
AlignedBuffer<float> MakeSinusoids(PositionFormula formula, int64_t positions,
                                   int64_t width);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_
