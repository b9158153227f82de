#include "server/admission/admission.h"

#include <gtest/gtest.h>

#include "server/base/retry_delay.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const RequestLoad kRequest = {.load = {.jobs = 2, .tokens = 40, .cost = 160},
                              .longest_tokens = 24};
const Throughput kMeasured = {.cost_per_second = 1000.0,
                              .fastest_step_seconds = 0.01};

TEST(AdmissionTest, BoundsTheTimeOfAnIdleServerFromBelow) {
  // A quarter of 24 steps; a quarter of 160 / 1000 s is less.
  EXPECT_DOUBLE_EQ(MinSeconds(kRequest, kMeasured), 0.06);
  const RequestLoad many = {.load = {.jobs = 100, .tokens = 2000, .cost = 8000},
                            .longest_tokens = 20};
  EXPECT_DOUBLE_EQ(MinSeconds(many, kMeasured), 2.0);
  EXPECT_EQ(MinSeconds(kRequest, {}), 0.0);
}

TEST(AdmissionTest, AcceptsWithoutADeadline) {
  EXPECT_TRUE(CheckDeadline(kRequest,
                            {.queued = {.jobs = 9, .tokens = 9, .cost = 99999},
                             .throughput = kMeasured},
                            std::nullopt)
                  .ok());
}

TEST(AdmissionTest, AcceptsWhatAnIdleServerCanDo) {
  EXPECT_TRUE(
      CheckDeadline(kRequest, {.throughput = kMeasured}, milliseconds(60))
          .ok());
}

TEST(AdmissionTest, AHopelessDeadlineIsExceeded) {
  const absl::Status status =
      CheckDeadline(kRequest, {.throughput = kMeasured}, milliseconds(59));
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(RetryDelay(status), std::nullopt);
  EXPECT_EQ(CheckDeadline(kRequest, {}, milliseconds(-5)).code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(AdmissionTest, AQueueThatIsTooLongSaysWhenToRetry) {
  const ServerLoad busy = {.queued = {.jobs = 80, .tokens = 999, .cost = 9000},
                           .cost_ahead = 4000,
                           .throughput = kMeasured};
  // 4 s of work and 0.06 s of decoding, in four fifths of the time.
  EXPECT_TRUE(CheckDeadline(kRequest, busy, milliseconds(5076)).ok());
  EXPECT_FALSE(CheckDeadline(kRequest, busy, milliseconds(5074)).ok());
  const absl::Status status = CheckDeadline(kRequest, busy, seconds(3));
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(RetryDelay(status), milliseconds(1660));
}

TEST(AdmissionTest, AFullEngineIsSlowerThanAnIdleOne) {
  ServerLoad busy = {.queued = {.jobs = 80, .tokens = 999, .cost = 9000},
                     .cost_ahead = 4000,
                     .throughput = kMeasured};
  busy.throughput.seconds_per_token = 0.05;
  // 4 s of work and 24 tokens of decoding.
  EXPECT_TRUE(CheckDeadline(kRequest, busy, milliseconds(6501)).ok());
  EXPECT_EQ(CheckDeadline(kRequest, busy, milliseconds(6499)).code(),
            absl::StatusCode::kResourceExhausted);
  // With nothing in the queue it is not known to be full.
  busy.cost_ahead = 0;
  EXPECT_TRUE(CheckDeadline(kRequest, busy, milliseconds(60)).ok());
}

TEST(AdmissionTest, TheWorkThatFollowsCounts) {
  const ServerLoad busy = {.queued = {.jobs = 80, .tokens = 999, .cost = 9000},
                           .cost_ahead = 4000,
                           .throughput = kMeasured,
                           .follow_up_seconds = 2.0};
  // 4 s of work, 0.06 s of decoding and 2 s, in four fifths of the time.
  EXPECT_TRUE(CheckDeadline(kRequest, busy, milliseconds(7576)).ok());
  EXPECT_EQ(CheckDeadline(kRequest, busy, milliseconds(7574)).code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(FollowUpSecondsTest, AddsAttemptsAndTheSecondModel) {
  const Throughput first = {.cost_per_second = 1000.0};
  const Throughput second = {.cost_per_second = 500.0};
  EXPECT_EQ(FollowUpSeconds({.first_cost = 4000}, first), 0.0);
  EXPECT_EQ(FollowUpSeconds({.first_cost = 4000, .share = 0.25}, first), 1.0);
  EXPECT_EQ(
      FollowUpSeconds({.first_cost = 4000, .share = 0.25, .next_model = second},
                      first),
      9.0);
  EXPECT_EQ(
      FollowUpSeconds(
          {.first_cost = 4000, .share = 0.25, .next_model = Throughput()}, {}),
      0.0)
      << "nothing is measured";
}

TEST(AdmissionTest, AcceptsWhileNothingIsMeasured) {
  const ServerLoad cold = {.queued = {.jobs = 50, .tokens = 900, .cost = 4000},
                           .cost_ahead = 4000,
                           .throughput = {}};
  EXPECT_TRUE(CheckDeadline(kRequest, cold, milliseconds(1)).ok());
}

TEST(AdmissionTest, TheRetryDelayStaysWithinReason) {
  const QueueLoad queued = {.jobs = 1, .tokens = 1, .cost = 4000};
  EXPECT_EQ(DelayForFullQueue({.queued = queued, .throughput = kMeasured}),
            milliseconds(2000));
  EXPECT_EQ(DelayForFullQueue({.queued = {.cost = 1},
                               .throughput = {.cost_per_second = 1000.0}}),
            milliseconds(100));
  EXPECT_EQ(DelayForFullQueue({.queued = {.cost = 1000000},
                               .throughput = {.cost_per_second = 1.0}}),
            milliseconds(30000));
  EXPECT_EQ(DelayForFullQueue({.queued = queued, .throughput = {}}),
            milliseconds(1000));
}

TEST(RetryDelayTest, TravelsInsideAStatus) {
  const absl::Status status =
      WithRetryDelay(absl::ResourceExhaustedError("full"), milliseconds(250));
  EXPECT_EQ(status.message(), "full");
  EXPECT_EQ(RetryDelay(status), milliseconds(250));
  EXPECT_EQ(RetryDelay(absl::InternalError("x")), std::nullopt);
}

}  // namespace
}  // namespace interpres
