// The sinusoids of a position, from which every table of positions is made.

#ifndef INTERPRES_MODEL_CONFIG_POSITION_FORMULA_H_
#define INTERPRES_MODEL_CONFIG_POSITION_FORMULA_H_

#include <cstdint>

#include "model/config/model_config.h"

namespace interpres {

// Returns the angle of `position` in channel `i`, 0 <= i < width / 2. Column i
// of the table is the sine of the angle, column width / 2 + i its cosine.
// `width` is even.
double PositionAngle(PositionFormula formula, int64_t position, int64_t i,
                     int64_t width);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_POSITION_FORMULA_H_
