#include "model/base/colour_scale.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_format.h"

namespace interpres {

std::string ColourAt(std::span<const Colour> stops, double share) {
  const double place =
      std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const auto below =
      std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double part = place - static_cast<double>(below);
  const auto mix = [part](double a, double b) {
    return static_cast<int>(std::lround(a + (b - a) * part));
  };
  const Colour& a = stops[below];
  const Colour& b = stops[below + 1];
  return absl::StrFormat("#%02x%02x%02x", mix(a.red, b.red),
                         mix(a.green, b.green), mix(a.blue, b.blue));
}

}  // namespace interpres
