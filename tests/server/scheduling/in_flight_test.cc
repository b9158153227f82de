#include "server/scheduling/in_flight.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::seconds;
const TimePoint kStart = TimePoint(std::chrono::hours(1));

TranslationKey Key(int32_t token) { return {.source = {token}}; }

TEST(InFlightTest, JobsJoinOnlyWhatIsInHand) {
  JobMaker maker;
  InFlight in_flight(9);
  auto first = maker.Make({});
  EXPECT_EQ(in_flight.Join(Key(1), first), InFlight::Place::kNone);
  EXPECT_NE(first, nullptr);
  const TranslationKey& begun = in_flight.Begin(Key(1));
  auto other = maker.Make({});
  EXPECT_EQ(in_flight.Join(Key(2), other), InFlight::Place::kNone);
  EXPECT_EQ(in_flight.Join(Key(1), first), InFlight::Place::kWaiting);
  EXPECT_EQ(first, nullptr);
  const InFlight::Ended ended = in_flight.End(begun);
  EXPECT_EQ(ended.key, Key(1));
  EXPECT_EQ(ended.waiting.size(), 1U);
  EXPECT_EQ(in_flight.Join(Key(1), other), InFlight::Place::kNone);
}

TEST(InFlightTest, BoundsHowManyWait) {
  JobMaker maker;
  InFlight in_flight(1);
  in_flight.Begin(Key(1));
  in_flight.Begin(Key(2));
  auto first = maker.Make({});
  auto second = maker.Make({});
  EXPECT_EQ(in_flight.Join(Key(1), first), InFlight::Place::kWaiting);
  EXPECT_EQ(in_flight.Join(Key(2), second), InFlight::Place::kFull);
  EXPECT_NE(second, nullptr);
  const InFlight::Ended ended = in_flight.End(Key(1));
  EXPECT_EQ(in_flight.Join(Key(2), second), InFlight::Place::kWaiting);
}

TEST(InFlightTest, TakesTheExpiredAndTheCancelled) {
  JobMaker maker;
  InFlight in_flight(9);
  in_flight.Begin(Key(1));
  const std::atomic<bool> cancelled = true;
  auto stays = maker.Make({});
  auto expires = maker.Make({.deadline = kStart + seconds(5)});
  auto is_cancelled = maker.Make({.cancelled = &cancelled});
  for (auto* job : {&stays, &expires, &is_cancelled}) {
    ASSERT_EQ(in_flight.Join(Key(1), *job), InFlight::Place::kWaiting);
  }
  EXPECT_TRUE(in_flight.TakeExpired(kStart).empty());
  EXPECT_EQ(in_flight.TakeExpired(kStart + seconds(5)).size(), 1U);
  EXPECT_EQ(in_flight.TakeCancelled().size(), 1U);
  EXPECT_EQ(in_flight.End(Key(1)).waiting.size(), 1U);
}

}  // namespace
}  // namespace interpres
