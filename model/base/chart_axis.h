// Axes of charts in SVG.

#ifndef INTERPRES_MODEL_BASE_CHART_AXIS_H_
#define INTERPRES_MODEL_BASE_CHART_AXIS_H_

#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Maps values to positions in SVG units.
struct ChartAxis {
  // The values at the ends. REQUIRES: low < high, both finite, and both
  // positive for a logarithmic axis.
  double low = 0.0;
  double high = 1.0;
  // The positions of `low` and `high`. `to` may be below `from`.
  double from = 0.0;
  double to = 1.0;
  bool logarithmic = false;

  // Returns the position of `value`. A value beyond an end is drawn at the end.
  double At(double value) const;
};

// Returns about five round numbers within [low, high]: multiples of 1, 2 or 5
// times a power of ten. Returns `low` alone if doubles cannot count between the
// two. REQUIRES: low <= high, both finite.
std::vector<double> LinearTicks(double low, double high);

// Returns 1, 2 and 5 times the powers of ten within [low, high]. REQUIRES:
// 0 < low <= high, both finite.
std::vector<double> LogarithmicTicks(double low, double high);

// Returns a <line>. `attributes` follow the positions, for example
// `class="grid"`.
std::string SvgLine(double x1, double y1, double x2, double y2,
                    std::string_view attributes);

// Returns a <text>. Escapes `text`. `anchor` is start, middle or end.
// `attributes` follow the anchor and may be empty.
std::string SvgText(double x, double y, const char* anchor,
                    std::string_view text, std::string_view attributes = "");

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_CHART_AXIS_H_
