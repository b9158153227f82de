// The colours of values from -1 to 1.

#ifndef INTERPRES_MODEL_TRAINER_DIVERGING_COLOURS_H_
#define INTERPRES_MODEL_TRAINER_DIVERGING_COLOURS_H_

#include <string>

namespace interpres {

// Returns the colour of a value from -1 (orange) over 0 (nearly white) to 1
// (blue), as "#rrggbb". People with a colour vision deficiency can tell the
// sides apart.
std::string DivergingColour(double value);

// Returns whether text on a background of DivergingColour(value) must be white
// to be readable. Otherwise dark text is readable.
bool NeedsWhiteText(double value);

// Returns the legend of DivergingColour as SVG elements: a bar of the colours
// with the labels -1, 0 and 1 below it. (x, y) is the upper left corner of the
// bar.
std::string DivergingLegend(double x, double y);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_DIVERGING_COLOURS_H_
