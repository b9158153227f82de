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
  InFlight in_flight;
  auto first = maker.Make({});
  EXPECT_FALSE(in_flight.Join(Key(1), first));
  EXPECT_NE(first, nullptr);
  const TranslationKey& begun = in_flight.Begin(Key(1));
  auto other = maker.Make({});
  EXPECT_FALSE(in_flight.Join(Key(2), other));
  EXPECT_TRUE(in_flight.Join(Key(1), first));
  EXPECT_EQ(first, nullptr);
  const InFlight::Ended ended = in_flight.End(begun);
  EXPECT_EQ(ended.key, Key(1));
  EXPECT_EQ(ended.waiting.size(), 1U);
  EXPECT_FALSE(in_flight.Join(Key(1), other));
}

TEST(InFlightTest, TakesTheExpiredAndTheCancelled) {
  JobMaker maker;
  InFlight in_flight;
  in_flight.Begin(Key(1));
  const std::atomic<bool> cancelled = true;
  auto stays = maker.Make({});
  auto expires = maker.Make({.deadline = kStart + seconds(5)});
  auto is_cancelled = maker.Make({.cancelled = &cancelled});
  for (auto* job : {&stays, &expires, &is_cancelled}) {
    ASSERT_TRUE(in_flight.Join(Key(1), *job));
  }
  EXPECT_TRUE(in_flight.TakeExpired(kStart).empty());
  EXPECT_EQ(in_flight.TakeExpired(kStart + seconds(5)).size(), 1U);
  EXPECT_EQ(in_flight.TakeCancelled().size(), 1U);
  EXPECT_EQ(in_flight.End(Key(1)).waiting.size(), 1U);
}

}  // namespace
}  // namespace interpres
