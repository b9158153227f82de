#include "server/scheduling/follow_up_meter.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(FollowUpMeterTest, IsTheShareOfTheFirstAttempts) {
  FollowUpMeter meter;
  EXPECT_EQ(meter.Share(), 0.0);
  meter.RecordFirst(300);
  EXPECT_EQ(meter.Share(), 0.0);
  meter.RecordFollowUp(100);
  meter.RecordFirst(100);
  EXPECT_DOUBLE_EQ(meter.Share(), 0.25);
}

TEST(FollowUpMeterTest, RecentSentencesCountMore) {
  FollowUpMeter meter;
  for (int i = 0; i < 10000; ++i) {
    meter.RecordFirst(1000);
    meter.RecordFollowUp(1000);
  }
  EXPECT_NEAR(meter.Share(), 1.0, 0.01);
  for (int i = 0; i < 10000; ++i) {
    meter.RecordFirst(1000);
  }
  EXPECT_LT(meter.Share(), 0.01);
}

TEST(FollowUpMeterTest, AFollowUpBeforeTheFirstAttemptCountsLater) {
  FollowUpMeter meter;
  meter.RecordFollowUp(50);
  EXPECT_EQ(meter.Share(), 0.0);
  meter.RecordFirst(100);
  EXPECT_DOUBLE_EQ(meter.Share(), 0.5);
}

}  // namespace
}  // namespace interpres
