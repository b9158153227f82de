// The sinusoids of a position, from which every table of positions is made.

#ifndef INTERPRES_MODEL_CONFIG_POSITION_FORMULA_H_
#define INTERPRES_MODEL_CONFIG_POSITION_FORMULA_H_

#include <cstdint>

#include "model/config/model_config.h"

namespace interpres {

// Returns an angle of the positional encoding. In the encoding of `position`, a
// vector of `width` numbers, element `i` is the sine of this angle. Element
// width / 2 + i is its cosine. REQUIRES: `width` is even, 0 <= i < width / 2.
double PositionAngle(PositionFormula formula, int64_t position, int64_t i,
                     int64_t width);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_POSITION_FORMULA_H_
