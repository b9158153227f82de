#include "model/decoding/beam_banks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Scores = std::vector<std::vector<double>>;  // by bank

// The banks with the indices `begun` have begun a sequence.
std::vector<int32_t> Allocate(const Scores& scores_by_bank, int32_t places,
                              const std::set<std::size_t>& begun = {}) {
  std::vector<Bank> banks;
  std::vector<double> scores;
  for (const std::vector<double>& bank : scores_by_bank) {
    banks.push_back({.size = static_cast<int32_t>(bank.size()),
                     .has_begun = begun.contains(banks.size())});
    scores.insert(scores.end(), bank.begin(), bank.end());
  }
  AllocatePlaces(scores, places, banks);
  std::vector<int32_t> allocated;
  for (const Bank& bank : banks) {
    allocated.push_back(bank.places);
  }
  return allocated;
}

TEST(AllocatePlacesTest, OneBankGetsAllPlaces) {
  EXPECT_THAT(Allocate({{-1, -2, -3, -4, -5}}, 4), ElementsAre(4));
  EXPECT_THAT(Allocate({{-1, -2}}, 4), ElementsAre(2));
  EXPECT_THAT(Allocate({}, 4), IsEmpty());
}

TEST(AllocatePlacesTest, AQuarterOfThePlacesGoToTheFirstBanks) {
  EXPECT_THAT(Allocate({{-9}, {-1, -2, -3, -4}}, 4), ElementsAre(1, 3));
  EXPECT_THAT(Allocate({{-9}, {-8}, {-1, -2, -3, -4}}, 4),
              ElementsAre(1, 0, 3));
  EXPECT_THAT(Allocate({{-9}, {-8}, {-7}, {-1, -2, -3, -4, -5, -6}}, 8),
              ElementsAre(1, 1, 0, 6));
  EXPECT_THAT(Allocate({{-9}, {-1, -2}}, 1), ElementsAre(1, 0));
}

TEST(AllocatePlacesTest, TheFirstBanksAreOfBothKinds) {
  EXPECT_THAT(Allocate({{-9}, {-8}, {-7}, {-1, -2, -3}}, 4, {1, 2}),
              ElementsAre(1, 1, 0, 2));
  EXPECT_THAT(Allocate({{-9}, {-8}, {-7}, {-1, -2, -3}}, 4, {0, 1}),
              ElementsAre(1, 0, 1, 2));
  EXPECT_THAT(Allocate({{-9}, {-8}, {-7}, {-1, -2, -3, -4, -5, -6}}, 8, {1, 2}),
              ElementsAre(1, 1, 0, 6))
      << "the first two are of both kinds";
  EXPECT_THAT(Allocate({{-9}, {-8}}, 1, {1}), ElementsAre(1, 0));
  EXPECT_THAT(Allocate({{-9}, {-8}, {-1, -2, -3}}, 2, {1}),
              ElementsAre(1, 1, 0));
}

TEST(AllocatePlacesTest, TheOtherPlacesGoToTheHighestScores) {
  EXPECT_THAT(Allocate({{-1, -2, -3}, {-9, -9, -9}}, 4), ElementsAre(3, 1));
  EXPECT_THAT(Allocate({{-1, -5, -6}, {-2, -3, -4}}, 4), ElementsAre(1, 3));
  EXPECT_THAT(Allocate({{-3, -3}, {-3, -3}}, 3), ElementsAre(2, 1))
      << "of equal scores, the bank with more sequences";
}

TEST(AllocatePlacesTest, NoBankGetsMorePlacesThanCandidates) {
  EXPECT_THAT(Allocate({{-1}, {-9, -9}}, 8), ElementsAre(1, 2));
}

}  // namespace
}  // namespace interpres
