#include "model/trainer/diverging_colours.h"

#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/chart_axis.h"
#include "model/base/colour_scale.h"

namespace interpres {
namespace {

constexpr std::array<Colour, 5> kStops = {{{140, 59, 4},
                                           {240, 151, 90},
                                           {247, 246, 243},
                                           {110, 168, 240},
                                           {18, 63, 122}}};
constexpr double kLegendWidth = 200.0;
constexpr double kLegendHeight = 10.0;
constexpr int kSteps = 40;

}  // namespace

std::string DivergingColour(double value) {
  return ColourAt(kStops, (value + 1.0) / 2.0);
}

bool NeedsWhiteText(double value) { return std::abs(value) > 0.62; }

std::string DivergingLegend(double x, double y) {
  std::string svg;
  const double step = kLegendWidth / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    absl::StrAppendFormat(&svg,
                          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                          "height=\"%.0f\" fill=\"%s\"/>\n",
                          x + i * step, y, step, kLegendHeight,
                          DivergingColour(2.0 * (i + 0.5) / kSteps - 1.0));
  }
  const double below = y + kLegendHeight + 14.0;
  absl::StrAppend(&svg, SvgText(x, below, "middle", "-1"),
                  SvgText(x + kLegendWidth / 2, below, "middle", "0"),
                  SvgText(x + kLegendWidth, below, "middle", "1"));
  return svg;
}

}  // namespace interpres
