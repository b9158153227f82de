#include "model/trainer/position_chart.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/chart_axis.h"
#include "model/tensor/tensor.h"
#include "model/trainer/diverging_colours.h"
#include "model/transformer/sinusoids.h"

namespace interpres {
namespace {

constexpr double kChartWidth = 640.0;
constexpr double kChartHeight = 400.0;
constexpr double kLeft = 60.0;
constexpr double kRight = 620.0;
constexpr double kTop = 12.0;
constexpr double kBottom = 320.0;
constexpr int64_t kMaxColumns = 512;
constexpr int kLevels = 32;  // of colours, on either side of 0

int LevelOf(float value) {
  return static_cast<int>(std::lround(static_cast<double>(value) * kLevels));
}

// Appends one column to the path of each colour. Equal neighbours of the column
// share a rectangle, which makes slow channels small.
void AppendColumn(int64_t column, std::span<const int> levels,
                  std::map<int, std::string>& paths) {
  for (auto begin = levels.begin(); begin != levels.end();) {
    const auto end = std::find_if(begin, levels.end(),
                                  [&](int level) { return level != *begin; });
    absl::StrAppend(&paths[*begin], "M", column, " ", begin - levels.begin(),
                    "v", end - begin, "h1v", begin - end, "z");
    begin = end;
  }
}

// Returns a path of each colour. A unit square is a cell: column `c` shows
// channel `c` * step.
std::string Cells(std::span<const float> table, int64_t positions,
                  int64_t channels, int64_t step) {
  std::map<int, std::string> paths;
  std::vector<int> levels(static_cast<std::size_t>(positions));
  for (int64_t c = 0; c * step < channels; ++c) {
    for (std::size_t p = 0; p < levels.size(); ++p) {
      levels[p] = LevelOf(table[p * static_cast<std::size_t>(channels) +
                                static_cast<std::size_t>(c * step)]);
    }
    AppendColumn(c, levels, paths);
  }
  std::string svg;
  for (const auto& [level, path] : paths) {
    absl::StrAppendFormat(&svg, "<path fill=\"%s\" d=\"%s\"/>\n",
                          DivergingColour(static_cast<double>(level) / kLevels),
                          path);
  }
  return svg;
}

std::string Axes(int64_t positions, int64_t channels) {
  const ChartAxis x = {
      .high = static_cast<double>(channels), .from = kLeft, .to = kRight};
  const ChartAxis y = {
      .high = static_cast<double>(positions), .from = kTop, .to = kBottom};
  std::string svg;
  for (const double tick : LinearTicks(x.low, x.high)) {
    absl::StrAppend(
        &svg,
        SvgLine(x.At(tick), kBottom, x.At(tick), kBottom + 5, "class=\"axis\""),
        SvgText(x.At(tick), kBottom + 20, "middle",
                absl::StrFormat("%.4g", tick)));
  }
  for (const double tick : LinearTicks(y.low, y.high)) {
    absl::StrAppend(
        &svg,
        SvgLine(kLeft - 5, y.At(tick), kLeft, y.At(tick), "class=\"axis\""),
        SvgText(kLeft - 9, y.At(tick) + 4, "end",
                absl::StrFormat("%.4g", tick)));
  }
  absl::StrAppend(
      &svg, SvgText((kLeft + kRight) / 2, kBottom + 40, "middle", "channel"),
      SvgTurnedText(16, (kTop + kBottom) / 2, -90, "position",
                    "text-anchor=\"middle\""));
  return svg;
}

std::string FormulaText(PositionFormula formula, int64_t channels) {
  switch (formula) {
    case PositionFormula::kPaper:
      return absl::StrFormat(
          "Channel i of the left half is sin(p / 10000<sup>2i/%d</sup>) at "
          "position p, channel i of the right half is cos(p / "
          "10000<sup>2i/%d</sup>) (Vaswani et al. 2017, <cite>Attention Is All "
          "You Need</cite>, section 3.5, where sines and cosines alternate).",
          channels, channels);
    case PositionFormula::kMarian:
      return absl::StrFormat(
          "Channel i of the left half is sin(p / 10000<sup>i/%d</sup>) at "
          "position p, channel i of the right half is cos(p / "
          "10000<sup>i/%d</sup>), as Marian computes them.",
          std::max<int64_t>(channels / 2 - 1, 1),
          std::max<int64_t>(channels / 2 - 1, 1));
  }
  return "";
}

std::string Caption(PositionFormula formula, int64_t channels, int64_t step) {
  std::string caption = absl::StrCat(
      "Each row is the vector that the network adds to the embedding at one "
      "position. ",
      FormulaText(formula, channels));
  if (step > 1) {
    absl::StrAppendFormat(&caption, " One of %d channels is drawn.", step);
  }
  return caption;
}

}  // namespace

std::string FormatPositionChart(PositionFormula formula, int64_t positions,
                                int64_t channels) {
  const AlignedBuffer<float> table =
      MakeSinusoids(formula, {.count = positions}, channels);
  const int64_t step = (channels + kMaxColumns - 1) / kMaxColumns;
  const int64_t columns = (channels + step - 1) / step;
  return absl::StrFormat(
      "<figure>\n<figcaption>Positional encoding</figcaption>\n"
      "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Positional "
      "encoding by position and channel\">\n"
      "<g transform=\"translate(%.0f %.0f) scale(%.6f %.6f)\" "
      "shape-rendering=\"crispEdges\">\n%s</g>\n%s%s</svg>\n<p>%s</p>\n"
      "</figure>\n",
      kChartWidth, kChartHeight, kLeft, kTop,
      (kRight - kLeft) / static_cast<double>(columns),
      (kBottom - kTop) / static_cast<double>(positions),
      Cells(table.span(), positions, channels, step), Axes(positions, channels),
      DivergingLegend(kLeft, kBottom + 52), Caption(formula, channels, step));
}

}  // namespace interpres
