// Colours of heat maps.

#ifndef INTERPRES_MODEL_BASE_COLOUR_SCALE_H_
#define INTERPRES_MODEL_BASE_COLOUR_SCALE_H_

#include <span>
#include <string>

namespace interpres {

// A colour: red, green and blue, each from 0 to 255.
struct Colour {
  double red;
  double green;
  double blue;
};

// Returns a colour of a scale as "#rrggbb". The `stops` are colours at even
// distances from share 0 to share 1, and colours between them are mixed. A
// share beyond an end has the colour of the end. REQUIRES: at least two stops.
std::string ColourAt(std::span<const Colour> stops, double share);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_COLOUR_SCALE_H_
