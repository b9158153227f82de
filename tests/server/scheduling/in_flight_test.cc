#include "server/scheduling/in_flight.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::seconds;
const TimePoint kCurrentTime = TimePoint(std::chrono::hours(1));

// The key of a job with one token.
SharedKey Key(int32_t token) {
  return MakeSharedKey({.source = {token}, .options = {.beam_size = 1}});
}

std::unique_ptr<Job> JobWithKey(JobMaker& maker, const JobMaker::Spec& spec) {
  std::unique_ptr<Job> job = maker.Make(spec);
  job->MakeKey();
  return job;
}

TEST(InFlightTest, FindsTheTranslationsOfWorkers) {
  JobMaker maker;
  InFlight in_flight(9);
  EXPECT_EQ(in_flight.Find(Key(1)), InFlight::State::kAbsent);
  in_flight.Begin(Key(1));
  EXPECT_EQ(in_flight.Find(Key(1)), InFlight::State::kJoinable);
  EXPECT_EQ(in_flight.Find(Key(2)), InFlight::State::kAbsent);
  in_flight.Join(JobWithKey(maker, {.tokens = 1, .token = 1}));
  EXPECT_EQ(in_flight.End(Key(1)).size(), 1U);
  EXPECT_EQ(in_flight.Find(Key(1)), InFlight::State::kAbsent);
}

TEST(InFlightTest, LimitsTheNumberOfWaitingJobs) {
  JobMaker maker;
  InFlight in_flight(1);
  in_flight.Begin(Key(1));
  in_flight.Begin(Key(2));
  in_flight.Join(JobWithKey(maker, {.tokens = 1, .token = 1}));
  EXPECT_EQ(in_flight.Find(Key(2)), InFlight::State::kFull);
  const JobList ended = in_flight.End(Key(1));
  EXPECT_EQ(in_flight.Find(Key(2)), InFlight::State::kJoinable);
}

TEST(InFlightTest, TakesExpiredAndCancelledJobs) {
  JobMaker maker;
  InFlight in_flight(9);
  const std::atomic<bool> cancelled = true;
  const TimePoint deadline = kCurrentTime + seconds(5);
  for (const JobMaker::Spec& spec : std::vector<JobMaker::Spec>{
           {}, {.deadline = deadline}, {.cancelled = &cancelled}}) {
    auto job = JobWithKey(maker, spec);
    if (in_flight.Find(job->key()) == InFlight::State::kAbsent) {
      in_flight.Begin(job->key());
    }
    in_flight.Join(std::move(job));
  }
  EXPECT_TRUE(in_flight.TakeExpired(kCurrentTime).empty());
  EXPECT_EQ(in_flight.TakeExpired(deadline).size(), 1U);
  EXPECT_EQ(in_flight.TakeCancelled().size(), 1U);
  EXPECT_EQ(in_flight.End(JobWithKey(maker, {})->key()).size(), 1U);
}

}  // namespace
}  // namespace interpres
