#include "model/training/trainer_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A run of 4,000 updates, the last 1,300 of them a cooldown: saves at 3,000,
// 3,500 and 4,000 are in the cooldown.
TrainerOptions ShortRun(int64_t average_last) {
  TrainerOptions options;
  options.schedule.max_updates = 4000;
  options.schedule.cooldown = 1300;
  options.save_every = 500;
  options.average_last = average_last;
  return options;
}

TEST(WarnAboutMeanTest, WarnsIfTheMeanBeginsBeforeTheCooldown) {
  EXPECT_THAT(WarnAboutMean(ShortRun(10)),
              HasSubstr("the mean of the last 8 saves, and 5 of them"));
  EXPECT_THAT(WarnAboutMean(ShortRun(4)), HasSubstr("to at most 3"));
  EXPECT_THAT(WarnAboutMean(ShortRun(3)), IsEmpty());
}

TEST(WarnAboutMeanTest, CountsTheSaveAfterTheLastUpdate) {
  TrainerOptions options = ShortRun(2);
  options.schedule.max_updates = 4100;
  options.schedule.cooldown = 100;
  EXPECT_THAT(WarnAboutMean(options), HasSubstr("to at most 1"));
}

TEST(WarnAboutMeanTest, IsSilentWithoutACooldownAndForTheBestSaves) {
  TrainerOptions options = ShortRun(10);
  options.average_best = 3;
  EXPECT_THAT(WarnAboutMean(options), IsEmpty());
  options = ShortRun(10);
  options.schedule.cooldown = 0;
  EXPECT_THAT(WarnAboutMean(options), IsEmpty());
}

TEST(WarnAboutMeanTest, WarnsIfPatienceMayEndTheRun) {
  TrainerOptions options = ShortRun(1);
  options.patience = 5;
  EXPECT_THAT(WarnAboutMean(options), HasSubstr("give average-best"));
  options.average_best = 3;
  EXPECT_THAT(WarnAboutMean(options), IsEmpty());
}

TEST(WarnAboutThreadsTest, WarnsIfThreadsHaveNoShard) {
  TrainerOptions options;
  options.shards = 2;
  options.threads = 8;
  EXPECT_THAT(WarnAboutThreads(options, 1),
              AllOf(HasSubstr("only 2 of 8 threads"), HasSubstr("--shards 8")));
  options.shards = 8;
  EXPECT_THAT(WarnAboutThreads(options, 1), IsEmpty());
  options.threads = 3;
  EXPECT_THAT(WarnAboutThreads(options, 1), IsEmpty());
}

TEST(WarnAboutThreadsTest, CountsTheShardsOfOneProcess) {
  TrainerOptions options;
  options.shards = 4;
  options.threads = 4;
  EXPECT_THAT(WarnAboutThreads(options, 2),
              AllOf(HasSubstr("only 2 of 4 threads"), HasSubstr("--shards 8")));
  EXPECT_THAT(WarnAboutThreads(options, 1), IsEmpty());
}

}  // namespace
}  // namespace interpres
