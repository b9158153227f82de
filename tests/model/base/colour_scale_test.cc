#include "model/base/colour_scale.h"

#include <gtest/gtest.h>

#include <array>

namespace interpres {
namespace {

TEST(ColourAtTest, MixesNeighbouringStops) {
  constexpr std::array<Colour, 3> kStops = {
      {{0, 0, 0}, {255, 0, 100}, {255, 255, 255}}};
  EXPECT_EQ(ColourAt(kStops, 0.0), "#000000");
  EXPECT_EQ(ColourAt(kStops, 0.25), "#800032");
  EXPECT_EQ(ColourAt(kStops, 0.5), "#ff0064");
  EXPECT_EQ(ColourAt(kStops, 1.0), "#ffffff");
}

TEST(ColourAtTest, SharesBeyondTheEndsHaveTheColourOfTheEnd) {
  constexpr std::array<Colour, 2> kStops = {{{1, 2, 3}, {4, 5, 6}}};
  EXPECT_EQ(ColourAt(kStops, -7.0), "#010203");
  EXPECT_EQ(ColourAt(kStops, 7.0), "#040506");
}

}  // namespace
}  // namespace interpres
