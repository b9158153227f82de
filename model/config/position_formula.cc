// Tested by sinusoids_test.cc.

#include "model/config/position_formula.h"

#include <algorithm>
#include <cmath>

namespace interpres {

double PositionAngle(PositionFormula formula, int64_t position, int64_t i,
                     int64_t width) {
  switch (formula) {
    case PositionFormula::kPaper:
      return static_cast<double>(position) /
             std::pow(10000.0, 2.0 * static_cast<double>(i) /
                                   static_cast<double>(width));
    case PositionFormula::kMarian: {
      // A width of 2 has one channel, whose wavelength is the shortest one.
      const double last =
          std::max<double>(static_cast<double>(width) / 2 - 1, 1);
      return static_cast<double>(position) *
             std::exp(-static_cast<double>(i) * std::log(10000.0) / last);
    }
  }
  return 0.0;
}

}  // namespace interpres
