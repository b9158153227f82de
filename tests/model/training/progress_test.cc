#include "model/training/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ProgressRecord MakeRecord() {
  ProgressRecord record;
  record.update = 1200;
  record.epoch = 2;
  record.sums = {.smoothed_loss = 300.0,
                 .negative_log_likelihood = 200.0,
                 .target_tokens = 100};
  record.source_tokens = 140;
  record.window_seconds = 2.0;
  record.total_seconds = 3723.0;
  record.learning_rate = 0.0005;
  record.gradient_norm = 0.75;
  return record;
}

TEST(ProgressTest, LineHasLossPerplexitySpeedAndTimes) {
  ProgressRecord record = MakeRecord();
  // 300 / 100; exp(200 / 100); (140 + 100) / 2.
  EXPECT_EQ(FormatProgressLine(record),
            "update 1200 | epoch 3 | loss 3.000 | ppl 7.39 | 120 tok/s | "
            "lr 0.0005 | norm 0.75 | 1:02:03");
  record.remaining_seconds = 65.0;
  EXPECT_THAT(FormatProgressLine(record), HasSubstr("| ETA 1:05"));
}

TEST(ProgressTest, JsonHasTheSameNumbers) {
  EXPECT_EQ(FormatProgressJson(MakeRecord()),
            R"({"event":"train","update":1200,"epoch":3,"seconds":3723,)"
            R"("loss":3,"nll":2,"tokens_per_second":120,)"
            R"("learning_rate":0.0005,"gradient_norm":0.75,)"
            R"("target_tokens":100,"skipped_updates":0})");
}

TEST(ProgressTest, JsonStaysJsonWithoutFiniteNumbers) {
  ProgressRecord record = MakeRecord();
  record.gradient_norm = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(
      FormatProgressJson(record),
      AllOf(HasSubstr("\"gradient_norm\":null"), Not(HasSubstr("nan"))));
}

TEST(ProgressTest, AWindowWithoutTokensHasNoLoss) {
  ProgressRecord record = MakeRecord();
  record.sums = {};
  record.skipped_updates = 5;
  EXPECT_THAT(FormatProgressLine(record),
              AllOf(HasSubstr("| loss nan | ppl nan |"),
                    HasSubstr("| skipped updates 5")));
  EXPECT_THAT(FormatProgressJson(record),
              AllOf(HasSubstr(R"("loss":null,"nll":null,)"),
                    HasSubstr(R"("skipped_updates":5)")));
}

TEST(ProgressTest, ValidationLines) {
  ValidationRecord record = {
      .update = 5, .loss = 2.0, .best_loss = 1.5, .total_seconds = 9.0};
  EXPECT_EQ(FormatValidationLine(record),
            "update 5 | dev loss 2.0000 | dev ppl 7.389 | best 1.5000");
  EXPECT_EQ(FormatValidationJson(record),
            R"({"event":"validate","update":5,"seconds":9,"dev_loss":2,)"
            R"("dev_perplexity":7.38905609893065})");
  record.metric = "bleu";
  record.score = 11.234;
  record.best_score = 12.0;
  EXPECT_EQ(FormatValidationLine(record),
            "update 5 | dev loss 2.0000 | dev ppl 7.389 | best 1.5000 | "
            "bleu 11.23 | best 12.00");
}

// Two runs are compared by their logs.
TEST(ProgressTest, JsonTellsNumbersApartThatDifferInTheLastBit) {
  ProgressRecord record = MakeRecord();
  record.gradient_norm = std::nextafter(0.75, 1.0);
  EXPECT_THAT(FormatProgressJson(record),
              HasSubstr(R"("gradient_norm":0.7500000000000001,)"));
}

TEST(ProgressTest, Durations) {
  EXPECT_EQ(FormatDuration(0), "0:00");
  EXPECT_EQ(FormatDuration(59.6), "1:00");
  EXPECT_EQ(FormatDuration(3600), "1:00:00");
}

}  // namespace
}  // namespace interpres
