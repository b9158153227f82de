// Line charts as inline SVG.

#ifndef INTERPRES_MODEL_TRAINING_LINE_CHART_H_
#define INTERPRES_MODEL_TRAINING_LINE_CHART_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/training/training_log.h"

namespace interpres {

struct ChartSeries {
  std::string name;  // for the legend
  Curve points;      // value by update; may be empty
};

struct ChartOptions {
  std::string title{};
  std::string value_label{};    // of the vertical axis, with the unit
  bool starts_at_zero = false;  // of the vertical axis
  // Updates at which to draw a mark across the chart.
  std::vector<int64_t> marks{};
};

// A <figure> with title, legend and an <svg> that has axes, ticks and at most
// kMaxChartPoints points of each series (means of neighbours beyond). Colours
// are the classes s0 to s3 of a style sheet. "" if no series has a point.
std::string FormatLineChart(const ChartOptions& options,
                            const std::vector<ChartSeries>& series);

inline constexpr int64_t kMaxChartPoints = 600;

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_LINE_CHART_H_
