// Tested by line_chart_test.cc.

#include "model/training/line_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/chart_axis.h"
#include "model/base/markup_text.h"

namespace interpres {
namespace {

// Of the picture and of the area between the axes, in SVG units.
constexpr double kWidth = 640.0;
constexpr double kHeight = 300.0;
constexpr double kLeft = 68.0;
constexpr double kRight = 620.0;
constexpr double kTop = 12.0;
constexpr double kBottom = 250.0;
constexpr const char* kGrid = "class=\"grid\"";
constexpr const char* kAxis = "class=\"axis\"";
constexpr const char* kMark = "class=\"mark\"";
constexpr std::size_t kColours = 4;
constexpr std::size_t kDashes = 3;  // the first is solid

using Points = std::vector<std::pair<double, double>>;

struct Axes {
  ChartAxis x;
  ChartAxis y;
};

// Means of runs of neighbours, so that a long run stays a small picture.
Points Thin(const Curve& curve) {
  const auto per_point =
      (static_cast<int64_t>(curve.size()) + kMaxChartPoints - 1) /
      kMaxChartPoints;
  Points points;
  double x = 0.0;
  double y = 0.0;
  int64_t count = 0;
  const auto flush = [&] {
    if (count > 0) {
      points.emplace_back(x / static_cast<double>(count),
                          y / static_cast<double>(count));
    }
    x = y = 0.0;
    count = 0;
  };
  for (const auto& [update, value] : curve) {
    x += static_cast<double>(update);
    y += value;
    if (++count == per_point) {
      flush();
    }
  }
  flush();
  return points;
}

// Sets the ends of the vertical axis so that they hold all values, with room
// above and below.
void Pad(double low, double high, ChartAxis& axis) {
  const double room =
      high > low ? 0.05 * (high - low) : std::max(0.05 * std::abs(high), 1e-9);
  axis.low = low - room;
  axis.high = high + room;
}

Axes AxesFor(const ChartOptions& options,
             const std::vector<ChartSeries>& series) {
  double last = 1.0;
  double low = INFINITY;
  double high = -INFINITY;
  for (const ChartSeries& one : series) {
    for (const auto& [update, value] : one.points) {
      last = std::max(last, static_cast<double>(update));
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  Axes axes = {.x = {.high = last, .from = kLeft, .to = kRight},
               .y = {.from = kBottom, .to = kTop}};
  if (options.starts_at_zero) {
    axes.y.high = high > 0.0 ? high * 1.05 : 1.0;
  } else {
    Pad(low, high, axes.y);
  }
  return axes;
}

std::string TickText(double value) {
  return std::abs(value) >= 1e4 && std::abs(value) < 1e15
             ? absl::StrFormat("%.0f", value)
             : absl::StrFormat("%.4g", value);
}

std::string DrawAxes(const ChartOptions& options, const Axes& axes) {
  std::string out;
  for (const double tick : LinearTicks(axes.y.low, axes.y.high)) {
    const double y = axes.y.At(tick);
    absl::StrAppend(&out, SvgLine(kLeft, y, kRight, y, kGrid),
                    SvgText(kLeft - 8, y + 4, "end", TickText(tick)));
  }
  for (const double tick : LinearTicks(axes.x.low, axes.x.high)) {
    const double x = axes.x.At(tick);
    absl::StrAppend(&out, SvgLine(x, kBottom, x, kBottom + 5, kAxis),
                    SvgText(x, kBottom + 20, "middle", TickText(tick)));
  }
  for (const int64_t mark : options.marks) {
    const auto update = static_cast<double>(mark);
    if (update > axes.x.low && update <= axes.x.high) {
      const double x = axes.x.At(update);
      absl::StrAppend(&out, SvgLine(x, kTop, x, kBottom, kMark));
    }
  }
  absl::StrAppend(
      &out, SvgLine(kLeft, kBottom, kRight, kBottom, kAxis),
      SvgText((kLeft + kRight) / 2, kBottom + 42, "middle", "update"),
      SvgTurnedText(16, (kTop + kBottom) / 2, -90, options.value_label,
                    "text-anchor=\"middle\""));
  return out;
}

// How series `i` is drawn: in one of the colours, from the fifth on dashed.
std::string StyleOf(std::size_t i) {
  return absl::StrFormat("s%d d%d", i % kColours, i / kColours % kDashes);
}

// The line; a single point would be invisible without the dot at its end.
std::string Path(const Curve& curve, const std::string& style,
                 const Axes& axes) {
  const Points points = Thin(curve);
  if (points.empty()) {
    return "";
  }
  std::string out =
      absl::StrFormat("<polyline class=\"line %s\" points=\"", style);
  for (const auto& [x, y] : points) {
    absl::StrAppendFormat(&out, "%.1f,%.1f ", axes.x.At(x), axes.y.At(y));
  }
  out.back() = '"';
  absl::StrAppendFormat(
      &out, "/>\n<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
      style, axes.x.At(points.back().first), axes.y.At(points.back().second));
  return out;
}

}  // namespace

std::string FormatLineChart(const ChartOptions& options,
                            const std::vector<ChartSeries>& series) {
  std::vector<ChartSeries> drawn;
  for (ChartSeries one : series) {
    std::erase_if(one.points, [](const auto& point) {
      return !std::isfinite(point.second);
    });
    if (!one.points.empty()) {
      drawn.push_back(std::move(one));
    }
  }
  if (drawn.empty()) {
    return "";
  }
  const Axes axes = AxesFor(options, drawn);
  std::string legend;
  std::string paths;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const std::string style = StyleOf(i);
    absl::StrAppendFormat(
        &legend, "<span><i class=\"key %s\"></i>%s <b>%s</b></span>\n", style,
        MarkupText(drawn[i].name), TickText(drawn[i].points.rbegin()->second));
    absl::StrAppend(&paths, Path(drawn[i].points, style, axes));
  }
  return absl::StrFormat(
      "<figure>\n<figcaption>%s</figcaption>\n<div class=\"legend\">%s</div>\n"
      "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">\n%s%s"
      "</svg>\n</figure>\n",
      MarkupText(options.title), legend, kWidth, kHeight,
      MarkupText(options.title + " by update"), DrawAxes(options, axes), paths);
}

}  // namespace interpres
