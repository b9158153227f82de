// Tested by line_chart_test.cc.

#include "model/training/line_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace interpres {
namespace {

// Of the picture and of the area between the axes, in SVG units.
constexpr double kWidth = 640.0;
constexpr double kHeight = 300.0;
constexpr double kLeft = 68.0;
constexpr double kRight = 620.0;
constexpr double kTop = 12.0;
constexpr double kBottom = 250.0;
constexpr std::size_t kColours = 4;
constexpr std::size_t kDashes = 3;  // the first is solid

struct Range {
  double low = 0.0;
  double high = 1.0;
};

using Points = std::vector<std::pair<double, double>>;

// Where values lie in the picture.
struct Scale {
  Range x;
  Range y;

  double X(double value) const {
    return kLeft + (value - x.low) / (x.high - x.low) * (kRight - kLeft);
  }
  double Y(double value) const {
    return kBottom - (value - y.low) / (y.high - y.low) * (kBottom - kTop);
  }
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

// A range of some width that holds all values, with room above and below.
Range Pad(double low, double high) {
  const double room =
      high > low ? 0.05 * (high - low) : std::max(0.05 * std::abs(high), 1e-9);
  return {low - room, high + room};
}

Scale ScaleFor(const ChartOptions& options,
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
  Scale scale = {.x = {0.0, last}, .y = Pad(low, high)};
  if (options.starts_at_zero) {
    scale.y = {0.0, high > 0.0 ? high * 1.05 : 1.0};
  }
  return scale;
}

std::string Line(double x1, double y1, double x2, double y2,
                 const char* style) {
  return absl::StrFormat(
      "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
      x1, y1, x2, y2, style);
}

std::string Label(double x, double y, const char* anchor,
                  const std::string& text) {
  return absl::StrFormat(
      "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y,
      anchor, HtmlText(text));
}

std::string TickText(double value) {
  return std::abs(value) >= 1e4 && std::abs(value) < 1e15
             ? absl::StrFormat("%.0f", value)
             : absl::StrFormat("%.4g", value);
}

std::string Axes(const ChartOptions& options, const Scale& scale) {
  std::string out;
  for (const double tick : ChartTicks(scale.y.low, scale.y.high)) {
    const double y = scale.Y(tick);
    absl::StrAppend(&out, Line(kLeft, y, kRight, y, "grid"),
                    Label(kLeft - 8, y + 4, "end", TickText(tick)));
  }
  for (const double tick : ChartTicks(scale.x.low, scale.x.high)) {
    const double x = scale.X(tick);
    absl::StrAppend(&out, Line(x, kBottom, x, kBottom + 5, "axis"),
                    Label(x, kBottom + 20, "middle", TickText(tick)));
  }
  for (const int64_t mark : options.marks) {
    const auto update = static_cast<double>(mark);
    if (update > scale.x.low && update <= scale.x.high) {
      const double x = scale.X(update);
      absl::StrAppend(&out, Line(x, kTop, x, kBottom, "mark"));
    }
  }
  absl::StrAppend(
      &out, Line(kLeft, kBottom, kRight, kBottom, "axis"),
      Label((kLeft + kRight) / 2, kBottom + 42, "middle", "update"));
  absl::StrAppendFormat(&out,
                        "<text transform=\"translate(16 %.1f) rotate(-90)\" "
                        "text-anchor=\"middle\">%s</text>\n",
                        (kTop + kBottom) / 2, HtmlText(options.value_label));
  return out;
}

// How series `i` is drawn: in one of the colours, from the fifth on dashed.
std::string StyleOf(std::size_t i) {
  return absl::StrFormat("s%d d%d", i % kColours, i / kColours % kDashes);
}

// The line; a single point would be invisible without the dot at its end.
std::string Path(const Curve& curve, const std::string& style,
                 const Scale& scale) {
  const Points points = Thin(curve);
  if (points.empty()) {
    return "";
  }
  std::string out =
      absl::StrFormat("<polyline class=\"line %s\" points=\"", style);
  for (const auto& [x, y] : points) {
    absl::StrAppendFormat(&out, "%.1f,%.1f ", scale.X(x), scale.Y(y));
  }
  out.back() = '"';
  absl::StrAppendFormat(
      &out, "/>\n<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n",
      style, scale.X(points.back().first), scale.Y(points.back().second));
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
  const Scale scale = ScaleFor(options, drawn);
  std::string legend;
  std::string paths;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const std::string style = StyleOf(i);
    absl::StrAppendFormat(
        &legend, "<span><i class=\"key %s\"></i>%s <b>%s</b></span>\n", style,
        HtmlText(drawn[i].name), TickText(drawn[i].points.rbegin()->second));
    absl::StrAppend(&paths, Path(drawn[i].points, style, scale));
  }
  return absl::StrFormat(
      "<figure>\n<figcaption>%s</figcaption>\n<div class=\"legend\">%s</div>\n"
      "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">\n%s%s"
      "</svg>\n</figure>\n",
      HtmlText(options.title), legend, kWidth, kHeight,
      HtmlText(options.title + " by update"), Axes(options, scale), paths);
}

std::vector<double> ChartTicks(double low, double high) {
  const double rough = (high - low) / 5.0;
  // Steps below the last digits would not count up.
  if (!(rough > 1e-12 * std::max(std::abs(low), std::abs(high)))) {
    return {low};
  }
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10.0 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= rough) {
      step = factor * power;
    }
  }
  std::vector<double> ticks;
  // A hair of tolerance, so that rounding does not lose the last tick.
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step;
       k += 1.0) {
    ticks.push_back(k == 0.0 ? 0.0 : k * step);
  }
  return ticks;
}

std::string HtmlText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace interpres
