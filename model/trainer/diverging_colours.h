// The colours of values from -1 to 1.

#ifndef INTERPRES_MODEL_TRAINER_DIVERGING_COLOURS_H_
#define INTERPRES_MODEL_TRAINER_DIVERGING_COLOURS_H_

#include <string>

namespace interpres {

// Returns the colour of a value from -1 (orange) over 0 (nearly white) to 1
// (blue), as "#rrggbb". People with a colour vision deficiency can tell the
// sides apart.
std::string DivergingColour(double value);

// Returns whether text on DivergingColour(value) must be white.
bool NeedsWhiteText(double value);

// Returns the legend of the colours as SVG elements: a bar with the labels -1,
// 0 and 1 below it. `x` and `y` are its upper left corner.
std::string DivergingLegend(double x, double y);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_DIVERGING_COLOURS_H_
