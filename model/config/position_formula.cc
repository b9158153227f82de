// Tested by sinusoids_test.cc.

#include "model/config/position_formula.h"

#include <cmath>

namespace interpres {

double PositionAngle(PositionFormula formula, int64_t position, int64_t i,
                     int64_t width) {
  switch (formula) {
    case PositionFormula::kPaper:
      return static_cast<double>(position) /
             std::pow(10000.0, 2.0 * static_cast<double>(i) /
                                   static_cast<double>(width));
  }
  return 0.0;
}

}  // namespace interpres
