#include "server/scheduling/fair_shares.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace interpres {
namespace {

// Serves whose turn it is `rounds` times at the given costs; returns the
// parties in the order of their service.
std::vector<uint64_t> Serve(FairShares& shares, int rounds,
                            const std::map<uint64_t, double>& costs) {
  std::vector<uint64_t> order;
  for (int i = 0; i < rounds; ++i) {
    const uint64_t party = shares.Next();
    shares.Charge(party, costs.at(party));
    order.push_back(party);
  }
  return order;
}

TEST(FairSharesTest, EqualPartiesTakeTurnsInTheOrderOfJoining) {
  FairShares shares;
  shares.Join(7);
  shares.Join(3);
  EXPECT_EQ(Serve(shares, 4, {{7, 1.0}, {3, 1.0}}),
            (std::vector<uint64_t>{7, 3, 7, 3}));
}

TEST(FairSharesTest, ServiceIsSharedByCostNotByNumber) {
  FairShares shares;
  shares.Join(1);
  shares.Join(2);
  std::map<uint64_t, int> served;
  for (const uint64_t party : Serve(shares, 110, {{1, 1.0}, {2, 10.0}})) {
    ++served[party];
  }
  EXPECT_EQ(served[1], 100);
  EXPECT_EQ(served[2], 10);
}

TEST(FairSharesTest, ANewcomerNeitherWaitsForThePastNorTakesItAll) {
  FairShares shares;
  shares.Join(1);
  Serve(shares, 1000, {{1, 1.0}});
  shares.Join(2);
  EXPECT_EQ(Serve(shares, 5, {{1, 1.0}, {2, 1.0}}),
            (std::vector<uint64_t>{2, 1, 2, 1, 2}));
}

TEST(FairSharesTest, LeavingAndJoiningAgainGainsNothing) {
  FairShares shares;
  shares.Join(1);
  shares.Join(2);
  EXPECT_EQ(Serve(shares, 1, {{1, 10.0}}), (std::vector<uint64_t>{1}));
  shares.Leave(1);
  shares.Join(1);
  // Of equal parties, party 2 joined first.
  EXPECT_EQ(Serve(shares, 12, {{1, 10.0}, {2, 1.0}}),
            (std::vector<uint64_t>{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1}));
}

TEST(FairSharesTest, WithoutWaitingPartiesThePastIsForgotten) {
  FairShares shares;
  shares.Join(1);
  shares.Charge(1, 100.0);
  shares.Leave(1);
  EXPECT_TRUE(shares.empty());
  shares.Join(2);
  shares.Join(1);
  EXPECT_EQ(Serve(shares, 3, {{1, 1.0}, {2, 1.0}}),
            (std::vector<uint64_t>{2, 1, 2}));
}

// Client names are free to invent: each party that was served once and left
// must not stay, nor slow down the others.
TEST(FairSharesTest, PartiesThatCaughtUpAreForgotten) {
  FairShares shares;
  shares.Join(0);
  for (uint64_t party = 1; party <= 100'000; ++party) {
    shares.Join(party);
    shares.Charge(party, 1.0);
    shares.Leave(party);
    shares.Charge(0, 1.0);
  }
  // All parties start level with party 0 again.
  shares.Join(50'000);
  EXPECT_EQ(Serve(shares, 3, {{0, 1.0}, {50'000, 1.0}}),
            (std::vector<uint64_t>{50'000, 0, 50'000}));
}

}  // namespace
}  // namespace interpres
