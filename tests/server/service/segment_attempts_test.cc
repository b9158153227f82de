#include "server/service/segment_attempts.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace interpres {
namespace {

constexpr int32_t kTag = 90;
constexpr int32_t kEnd = 0;

JobOutcome Outcome(std::vector<int32_t> pieces) {
  pieces.push_back(kEnd);
  return {.hypotheses = {{.tokens = std::move(pieces),
                          .token_log_probabilities = {},
                          .score = -1.0F}}};
}

class SegmentAttemptsTest : public ::testing::Test {
 protected:
  static PreparedSegment Segment(const DecodingOptions& options) {
    return {.sentence = {.source = {kTag, 11, 12, 13, 14, kEnd},
                         .options = options,
                         .pieces = {.first = 1, .count = 4}}};
  }

  SegmentAttempts attempts_{Segment({.beam_size = 2}), {.max_beam_size = 16}};
  const std::vector<int32_t> loop_ = std::vector<int32_t>(12, 7);
};

TEST_F(SegmentAttemptsTest, ASoundTranslationIsFinal) {
  const AfterAttempt after = attempts_.Take(Outcome({21, 22}));
  EXPECT_FALSE(after.next.has_value());
  EXPECT_EQ(after.outcome.hypotheses.front().tokens.front(), 21);
}

TEST_F(SegmentAttemptsTest, ALoopIsTranslatedAgainUnderRules) {
  const AfterAttempt after = attempts_.Take(Outcome(loop_));
  ASSERT_TRUE(after.next.has_value());
  EXPECT_EQ(after.defect, Defect::kLoop);
  EXPECT_EQ(after.next->source, attempts_.sentence().source);
  EXPECT_EQ(after.next->options.no_repeat_ngram_size, 3);
  const AfterAttempt second = attempts_.Take(Outcome({21, 22}));
  EXPECT_FALSE(second.next.has_value());
  EXPECT_EQ(second.outcome.hypotheses.front().finish_reason,
            FinishReason::kEndOfSentence);
}

TEST_F(SegmentAttemptsTest, TheBestOfThreeLoopsIsReturnedWithItsReason) {
  attempts_.Take(Outcome(loop_));
  EXPECT_EQ(attempts_.Take(Outcome(std::vector<int32_t>(6, 8)))
                .next->options.beam_size,
            8);
  const AfterAttempt third =
      attempts_.Take(Outcome(std::vector<int32_t>(9, 9)));
  EXPECT_FALSE(third.next.has_value());
  const Hypothesis& best = third.outcome.hypotheses.front();
  EXPECT_EQ(best.tokens.front(), 8);
  EXPECT_EQ(best.finish_reason, FinishReason::kRepetition);
}

TEST_F(SegmentAttemptsTest, ACopyGivesWayToATranslation) {
  const AfterAttempt first = attempts_.Take(Outcome({11, 12, 13, 14}));
  ASSERT_TRUE(first.next.has_value());
  EXPECT_EQ(first.defect, Defect::kCopy);
  JobOutcome several = Outcome({11, 12, 13, 14});
  several.hypotheses.push_back(Outcome({21, 22}).hypotheses.front());
  const AfterAttempt second = attempts_.Take(std::move(several));
  ASSERT_EQ(second.outcome.hypotheses.size(), 1U);
  EXPECT_EQ(second.outcome.hypotheses.front().tokens.front(), 21);
}

TEST_F(SegmentAttemptsTest, ALossThatStaysIsMarked) {
  PreparedSegment segment = Segment({.beam_size = 2});
  segment.sentence.source.assign(42, 11);
  for (int32_t i = 0; i < 42; ++i) {
    segment.sentence.source[i] = 100 + i;
  }
  segment.sentence.pieces = {.first = 1, .count = 40};
  SegmentAttempts attempts(segment, {.max_beam_size = 16});
  const AfterAttempt first = attempts.Take(Outcome({21, 22}));
  ASSERT_TRUE(first.next.has_value());
  EXPECT_EQ(first.defect, Defect::kLoss);
  const AfterAttempt second = attempts.Take(Outcome({23, 24}));
  EXPECT_FALSE(second.next.has_value());
  EXPECT_EQ(second.low_coverage, (std::vector<bool>{true}));
}

TEST_F(SegmentAttemptsTest, AnErrorOfTheFirstAttemptIsTheResult) {
  const AfterAttempt after = attempts_.Take(
      {.status = absl::InternalError("broken"), .hypotheses = {}});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_EQ(after.outcome.status.code(), absl::StatusCode::kInternal);
}

TEST_F(SegmentAttemptsTest, ALaterErrorLeavesTheFirstResult) {
  attempts_.Take(Outcome(loop_));
  const AfterAttempt after = attempts_.Take(
      {.status = absl::ResourceExhaustedError("memory"), .hypotheses = {}});
  EXPECT_FALSE(after.next.has_value());
  EXPECT_TRUE(after.outcome.status.ok());
  EXPECT_EQ(after.outcome.hypotheses.front().finish_reason,
            FinishReason::kRepetition);
}

TEST_F(SegmentAttemptsTest, ACancelledCallGetsNoResult) {
  attempts_.Take(Outcome(loop_));
  const AfterAttempt after = attempts_.Take(
      {.status = absl::CancelledError("cancelled"), .hypotheses = {}});
  EXPECT_EQ(after.outcome.status.code(), absl::StatusCode::kCancelled);
}

TEST_F(SegmentAttemptsTest, SamplesAreFinal) {
  SegmentAttempts attempts(
      Segment({.beam_size = 1, .sampling = SamplingOptions()}),
      {.max_beam_size = 16});
  const AfterAttempt after = attempts.Take(Outcome(loop_));
  EXPECT_FALSE(after.next.has_value());
  EXPECT_EQ(after.outcome.hypotheses.front().finish_reason,
            FinishReason::kRepetition);
}

}  // namespace
}  // namespace interpres
