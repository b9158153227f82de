#include "model/base/chart_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "model/base/markup_text.h"
#include "model/base/status.h"

namespace interpres {

double ChartAxis::At(double value) const {
  const double clamped = std::clamp(value, low, high);
  const double share = logarithmic
                           ? std::log(clamped / low) / std::log(high / low)
                           : (clamped - low) / (high - low);
  return from + share * (to - from);
}

std::vector<double> LinearTicks(double low, double high) {
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

std::vector<double> LogarithmicTicks(double low, double high) {
  constexpr std::array<double, 3> kFactors = {1.0, 2.0, 5.0};
  std::vector<double> ticks;
  const int first = static_cast<int>(std::floor(std::log10(low))) * 3;
  for (int i = first;; ++i) {
    // The power of ten is i / 3, rounded down.
    const int power = static_cast<int>(std::floor(i / 3.0));
    const double tick = kFactors[static_cast<std::size_t>(i - 3 * power)] *
                        std::pow(10.0, power);
    if (tick > high * 1.001) {
      return ticks;
    }
    if (tick >= low * 0.999) {
      ticks.push_back(tick);
    }
  }
}

std::string SvgLine(double x1, double y1, double x2, double y2,
                    std::string_view attributes) {
  return absl::StrFormat(
      "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1,
      x2, y2, AsAbsl(attributes));
}

std::string SvgText(double x, double y, const char* anchor,
                    std::string_view text, std::string_view attributes) {
  return absl::StrFormat(
      "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s%s>%s</text>\n", x, y,
      anchor, attributes.empty() ? "" : " ", AsAbsl(attributes),
      MarkupText(text));
}

std::string SvgTurnedText(double x, double y, int degrees,
                          std::string_view text, std::string_view attributes) {
  return absl::StrFormat(
      "<text transform=\"translate(%.1f %.1f) rotate(%d)\"%s%s>%s</text>\n", x,
      y, degrees, attributes.empty() ? "" : " ", AsAbsl(attributes),
      MarkupText(text));
}

}  // namespace interpres
