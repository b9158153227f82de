#include "model/transformer/sinusoids.h"

#include <cmath>

#include "model/config/position_formula.h"

namespace interpres {

AlignedBuffer<float> MakeSinusoids(PositionFormula formula,
                                   const PositionRange& positions,
                                   int64_t width) {
  AlignedBuffer<float> table(positions.count * width);
  const int64_t half = width / 2;
  for (int64_t position = 0; position < positions.count; ++position) {
    float* row = table.data() + position * width;
    for (int64_t i = 0; i < half; ++i) {
      const double angle =
          PositionAngle(formula, positions.first + position, i, width);
      row[i] = static_cast<float>(std::sin(angle));
      row[half + i] = static_cast<float>(std::cos(angle));
    }
  }
  return table;
}

}  // namespace interpres
