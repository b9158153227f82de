// A bar chart of parameter shares.

#ifndef INTERPRES_MODEL_TRAINER_SHARE_CHART_H_
#define INTERPRES_MODEL_TRAINER_SHARE_CHART_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/trainer/parameter_shares.h"

namespace interpres {

// Returns an HTML <figure>: a title, a bar for each share with its count and
// its percentage, and an explanation. `parameters`, for the explanation, is the
// number of parameters without the output bias and without copies. REQUIRES: at
// least one share has elements.
std::string FormatShareChart(const std::vector<ParameterShare>& shares,
                             int64_t parameters);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SHARE_CHART_H_
