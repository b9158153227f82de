// A heat map of the positional encoding.

#ifndef INTERPRES_MODEL_TRAINER_POSITION_CHART_H_
#define INTERPRES_MODEL_TRAINER_POSITION_CHART_H_

#include <cstdint>
#include <string>

#include "model/config/model_config.h"

namespace interpres {

// Returns a <figure> with a title, a heat map with axes and a legend, and a
// sentence that explains it. Of more than 512 channels, the chart shows every
// second, third and so on. REQUIRES: positions > 0, channels > 0 and even.
std::string FormatPositionChart(PositionFormula formula, int64_t positions,
                                int64_t channels);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_POSITION_CHART_H_
