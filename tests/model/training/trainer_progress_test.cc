#include "model/training/trainer_progress.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(RemainingSecondsTest, TakesTheFirstEnd) {
  TrainerOptions options;
  options.schedule.max_updates = 0;
  const TrainingCounters counters = {
      .update = 40, .epoch = 1, .batch = 3, .seconds = 90.0};
  EXPECT_EQ(RemainingSeconds(options, counters, 10, 2.0), std::nullopt);
  options.max_seconds = 200.0;
  EXPECT_EQ(RemainingSeconds(options, counters, 10, 2.0), 110.0);
  options.schedule.max_updates = 90;
  EXPECT_EQ(RemainingSeconds(options, counters, 10, 2.0), 100.0);
  // An epoch has five updates of two batches. Two of this epoch are done.
  options.max_epochs = 3;
  options.accumulate = 2;
  EXPECT_EQ(RemainingSeconds(options, counters, 10, 2.0), 16.0);
}

TEST(WindowRecordTest, CountsTheWindow) {
  TrainerOptions options;
  options.schedule.max_updates = 30;
  TrainingCounters counters = {.update = 20,
                               .epoch = 2,
                               .batch = 0,
                               .window_updates = 5,
                               .window_source_tokens = 70,
                               .window_target_tokens = 60,
                               .window_smoothed_loss = 9.0,
                               .window_nll = 8.0};
  double now = 0.0;
  TrainingClock clock([&now] { return now; });
  clock.Resume(counters);
  now = 10.0;
  const ProgressRecord record = WindowRecord(options, counters, 7, clock);
  EXPECT_EQ(record.update, 20);
  EXPECT_EQ(record.epoch, 1) << "the epoch that just ended";
  EXPECT_EQ(record.source_tokens, 70);
  EXPECT_EQ(record.sums.target_tokens, 60);
  EXPECT_EQ(record.sums.smoothed_loss, 9.0);
  EXPECT_EQ(record.window_seconds, 10.0);
  EXPECT_EQ(record.remaining_seconds, 20.0) << "ten updates of two seconds";
  ClearWindow(counters);
  EXPECT_EQ(counters.window_updates, 0);
  EXPECT_EQ(counters.window_target_tokens, 0);
  EXPECT_EQ(counters.update, 20);
}

}  // namespace
}  // namespace interpres
