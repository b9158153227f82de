#include "server/service/segment_window.h"

#include <gtest/gtest.h>

#include <vector>

namespace interpres {
namespace {

class SegmentWindowTest : public ::testing::Test {
 protected:
  static PreparedSegment Segment(int32_t number, int64_t tokens) {
    return {.sentence = {.source = std::vector<int32_t>(tokens, 7),
                         .options = {.beam_size = 2}},
            .text = 0,
            .segment = number};
  }
  void Add(int32_t count, int64_t tokens) {
    for (int32_t i = 0; i < count; ++i) {
      window_.Add(Segment(added_++, tokens));
    }
  }
  std::vector<int32_t> Open() {
    std::vector<int32_t> numbers;
    for (const PreparedSegment& segment : window_.Open()) {
      numbers.push_back(segment.segment);
    }
    return numbers;
  }

  int32_t added_ = 0;
  SegmentWindow window_{{.segments = 4, .tokens = 100}};
};

TEST_F(SegmentWindowTest, OpensAsManyAsTheWindowTakesInOrder) {
  Add(6, 10);
  EXPECT_EQ(window_.waiting(),
            (QueueLoad{.jobs = 6, .tokens = 60, .cost = 120}));
  EXPECT_EQ(Open(), (std::vector<int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(window_.waiting(),
            (QueueLoad{.jobs = 2, .tokens = 20, .cost = 40}));
}

TEST_F(SegmentWindowTest, OpensTheNextWhenHalfOfTheWindowIsFree) {
  Add(6, 10);
  Open();
  EXPECT_FALSE(window_.Opened());
  EXPECT_FALSE(window_.Close(10));
  EXPECT_TRUE(window_.Close(10));
  EXPECT_FALSE(window_.Close(10));  // one caller is enough
  EXPECT_EQ(Open(), (std::vector<int32_t>{4, 5}));
}

TEST_F(SegmentWindowTest, ALargeSegmentWaitsForItsRoom) {
  Add(1, 20);
  Add(1, 90);
  EXPECT_EQ(Open(), (std::vector<int32_t>{0}));
  EXPECT_FALSE(window_.Opened());
  EXPECT_TRUE(window_.Close(20));
  EXPECT_EQ(Open(), (std::vector<int32_t>{1}));
}

TEST_F(SegmentWindowTest, WaitsForOpenedBeforeTheNext) {
  Add(6, 10);
  Open();
  EXPECT_FALSE(window_.Close(10));
  EXPECT_FALSE(window_.Close(10));
  EXPECT_FALSE(window_.Close(10));
  EXPECT_TRUE(window_.Opened());
  EXPECT_EQ(Open(), (std::vector<int32_t>{4, 5}));
}

TEST_F(SegmentWindowTest, CountsTokensToo) {
  Add(4, 40);
  EXPECT_EQ(Open(), (std::vector<int32_t>{0, 1}));
  EXPECT_FALSE(window_.Opened());
  EXPECT_TRUE(window_.Close(40));
  EXPECT_EQ(Open(), (std::vector<int32_t>{2}));
}

TEST_F(SegmentWindowTest, ALargeSegmentOpensAlone) {
  Add(2, 300);
  EXPECT_EQ(Open(), (std::vector<int32_t>{0}));
  EXPECT_FALSE(window_.Opened());
  EXPECT_TRUE(window_.Close(300));
  EXPECT_EQ(Open(), (std::vector<int32_t>{1}));
}

TEST_F(SegmentWindowTest, NothingFollowsAfterClear) {
  Add(6, 10);
  Open();
  EXPECT_EQ(window_.Clear(), (QueueLoad{.jobs = 2, .tokens = 20, .cost = 40}));
  EXPECT_FALSE(window_.Opened());
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(window_.Close(10));
  }
  EXPECT_EQ(window_.waiting(), QueueLoad());
}

TEST(WindowForTest, TakesAtMostHalfOfTheQueue) {
  const WindowLimits usual = WindowFor({});
  EXPECT_EQ(usual.segments, 256);
  EXPECT_EQ(usual.tokens, 65536);
  const WindowLimits small = WindowFor({.max_jobs = 10, .max_tokens = 100});
  EXPECT_EQ(small.segments, 5);
  EXPECT_EQ(small.tokens, 50);
  EXPECT_EQ(WindowFor({.max_jobs = 1, .max_tokens = 1}).segments, 1);
}

}  // namespace
}  // namespace interpres
