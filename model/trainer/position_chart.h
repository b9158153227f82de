// A heat map of the positional encoding.

#ifndef INTERPRES_MODEL_TRAINER_POSITION_CHART_H_
#define INTERPRES_MODEL_TRAINER_POSITION_CHART_H_

#include <cstdint>
#include <string>

#include "model/config/model_config.h"

namespace interpres {

// Returns an HTML <figure> of the positional encoding: a title, a heat map with
// axes and a legend, and an explanation. With more than 512 channels, the chart
// shows only every second channel, or every third and so on. REQUIRES:
// positions > 0; channels > 0 and even.
std::string FormatPositionChart(PositionFormula formula, int64_t positions,
                                int64_t channels);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_POSITION_CHART_H_
