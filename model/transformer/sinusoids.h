// The fixed positions of "Attention Is All You Need" (section 3.5), with the
// columns of MarianMT: all sines, then all cosines.

#ifndef INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_
#define INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_

#include <cstdint>

#include "model/tensor/tensor.h"

namespace interpres {

// [positions, width], width even:
//   row[p][i]             = sin(p / 10000^(2i / width)),
//   row[p][width / 2 + i] = cos(p / 10000^(2i / width)),  0 <= i < width / 2.
AlignedBuffer<float> MakeSinusoids(int64_t positions, int64_t width);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SINUSOIDS_H_
