#include "model/transformer/joined_multipliers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(JoinedMultipliersTest, EachOutputHasTheMultiplierOfItsMatrix) {
  JoinedMultipliers joined;
  joined.Add({.weights = 3.0F, .inputs = 7.0F}, 2);
  joined.Add({.weights = 5.0F, .inputs = 7.0F}, 1);
  EXPECT_THAT(joined.Join().weights, ElementsAre(3.0F, 3.0F, 5.0F));
  EXPECT_EQ(joined.Join().inputs, 7.0F);
}

TEST(JoinedMultipliersTest, DifferentInputsHaveNoMultiplier) {
  for (const float other : {0.0F, 8.0F}) {
    JoinedMultipliers joined;
    joined.Add({.weights = 3.0F, .inputs = 7.0F}, 1);
    joined.Add({.weights = 5.0F, .inputs = other}, 1);
    EXPECT_THAT(joined.Join().weights, ElementsAre(3.0F, 5.0F));
    EXPECT_EQ(joined.Join().inputs, 0.0F);
  }
}

TEST(JoinedMultipliersTest, OneMatrixWithoutMultipliersLeavesNone) {
  JoinedMultipliers joined;
  joined.Add({.weights = 3.0F, .inputs = 7.0F}, 1);
  joined.Add({}, 1);
  EXPECT_THAT(joined.Join().weights, IsEmpty());
  EXPECT_EQ(joined.Join().inputs, 0.0F);
}

}  // namespace
}  // namespace interpres
