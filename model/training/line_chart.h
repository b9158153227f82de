// Formats line charts as inline SVG.

#ifndef INTERPRES_MODEL_TRAINING_LINE_CHART_H_
#define INTERPRES_MODEL_TRAINING_LINE_CHART_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/training/training_log.h"

namespace interpres {

// One line of the chart.
struct ChartSeries {
  std::string name;  // for the legend
  Curve points;      // value by update; may be empty
};

// Text and axes of the chart.
struct ChartOptions {
  std::string title{};
  std::string value_label{};    // of the vertical axis, with the unit
  bool starts_at_zero = false;  // whether the vertical axis starts at zero
  // Update numbers at which the chart shows a vertical line. Numbers outside
  // the horizontal axis, and 0, get no line.
  std::vector<int64_t> marks{};
};

// Returns HTML: a <figure> with title, legend and an <svg> with axes, ticks and
// lines. Ignores values that are not finite. Returns "" if no series has a
// finite value. A series with more than kMaxChartPoints points is reduced to
// means of neighbouring points. Escapes the title, the label and the names,
// which are plain text. REQUIRES: the page has the style sheet of ReportPage,
// which defines the classes of the lines.
std::string FormatLineChart(const ChartOptions& options,
                            const std::vector<ChartSeries>& series);

// Maximum number of points that the chart shows per series.
inline constexpr int64_t kMaxChartPoints = 600;

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_LINE_CHART_H_
