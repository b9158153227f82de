// Axes of charts in SVG.

#ifndef INTERPRES_MODEL_BASE_CHART_AXIS_H_
#define INTERPRES_MODEL_BASE_CHART_AXIS_H_

#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Maps values to positions in SVG units.
struct ChartAxis {
  // `low` and `high` are the values at the two ends of the axis. REQUIRES: low
  // < high, both finite, and both positive for a logarithmic axis.
  double low = 0.0;
  double high = 1.0;
  // `from` is the position of the value `low`, `to` the position of `high`, in
  // SVG units. `to` may be below `from`.
  double from = 0.0;
  double to = 1.0;
  bool logarithmic = false;

  // Returns the position of `value` on the axis. A value beyond an end gets the
  // position of the end.
  double At(double value) const;
};

// Returns two to six round numbers from `low` to `high`, in rising order:
// multiples of 1, 2 or 5 times a power of ten. Returns only `low` if the
// distance is too small for doubles. REQUIRES: low <= high, both finite.
std::vector<double> LinearTicks(double low, double high);

// Returns all numbers from `low` to `high` that are 1, 2 or 5 times a power of
// ten, in rising order. Includes a number up to 0.1 % beyond an end. The result
// can be empty. REQUIRES: 0 < low <= high, both finite.
std::vector<double> LogarithmicTicks(double low, double high);

// Returns an SVG <line> element from (x1, y1) to (x2, y2). `attributes` is
// copied into the element without escaping, for example `class="grid"`.
std::string SvgLine(double x1, double y1, double x2, double y2,
                    std::string_view attributes);

// Returns an SVG <text> element at (x, y). Escapes `text`. `anchor` is "start",
// "middle" or "end". `attributes` is copied into the element without escaping
// and may be empty.
std::string SvgText(double x, double y, const char* anchor,
                    std::string_view text, std::string_view attributes = "");

// Returns an SVG <text> element that starts at (x, y) and is turned clockwise
// by `degrees`. Escapes `text`. `attributes` is copied into the element without
// escaping and may be empty.
std::string SvgTurnedText(double x, double y, int degrees,
                          std::string_view text,
                          std::string_view attributes = "");

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_CHART_AXIS_H_
