#include "server/scheduling/in_flight.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::seconds;
const TimePoint kStart = TimePoint(std::chrono::hours(1));

TranslationKey Key(int32_t token) { return {.source = {token}}; }

TEST(InFlightTest, FindsTheTranslationsOfWorkers) {
  JobMaker maker;
  InFlight in_flight(9);
  EXPECT_EQ(in_flight.Find(Key(1)), InFlight::State::kAbsent);
  const TranslationKey& begun = in_flight.Begin(Key(1));
  EXPECT_EQ(in_flight.Find(Key(1)), InFlight::State::kJoinable);
  EXPECT_EQ(in_flight.Find(Key(2)), InFlight::State::kAbsent);
  in_flight.Join(Key(1), maker.Make({}));
  const InFlight::Ended ended = in_flight.End(begun);
  EXPECT_EQ(ended.key, Key(1));
  EXPECT_EQ(ended.waiting.size(), 1U);
  EXPECT_EQ(in_flight.Find(Key(1)), InFlight::State::kAbsent);
}

TEST(InFlightTest, LimitsTheNumberOfWaitingJobs) {
  JobMaker maker;
  InFlight in_flight(1);
  in_flight.Begin(Key(1));
  in_flight.Begin(Key(2));
  in_flight.Join(Key(1), maker.Make({}));
  EXPECT_EQ(in_flight.Find(Key(2)), InFlight::State::kFull);
  const InFlight::Ended ended = in_flight.End(Key(1));
  EXPECT_EQ(in_flight.Find(Key(2)), InFlight::State::kJoinable);
}

TEST(InFlightTest, TakesExpiredAndCancelledJobs) {
  JobMaker maker;
  InFlight in_flight(9);
  in_flight.Begin(Key(1));
  const std::atomic<bool> cancelled = true;
  in_flight.Join(Key(1), maker.Make({}));
  in_flight.Join(Key(1), maker.Make({.deadline = kStart + seconds(5)}));
  in_flight.Join(Key(1), maker.Make({.cancelled = &cancelled}));
  EXPECT_TRUE(in_flight.TakeExpired(kStart).empty());
  EXPECT_EQ(in_flight.TakeExpired(kStart + seconds(5)).size(), 1U);
  EXPECT_EQ(in_flight.TakeCancelled().size(), 1U);
  EXPECT_EQ(in_flight.End(Key(1)).waiting.size(), 1U);
}

}  // namespace
}  // namespace interpres
