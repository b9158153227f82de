#include "client/bench/load_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/result_format.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using TimePoint = LoadClock::TimePoint;

const TimePoint kBegin = TimePoint(std::chrono::hours(1));
const TimePoint kEnd = kBegin + seconds(10);

v1::TranslateResponse Answer(int texts, int tokens) {
  v1::TranslateResponse response;
  for (int i = 0; i < texts; ++i) {
    response.add_results()
        ->mutable_translations()
        ->add_hypotheses()
        ->set_target_tokens(tokens);
  }
  return response;
}

// A call that is due, sent and done so long after kBegin.
LoadCall At(milliseconds due, milliseconds sent, milliseconds done) {
  return {.due = kBegin + due, .sent = kBegin + sent, .done = kBegin + done};
}

TEST(LoadRecorderTest, CountsRequestsTextsAndTokens) {
  LoadRecorder recorder(kBegin, kEnd);
  v1::TranslateResponse with_error = Answer(1, 5);
  v1::TextError& text_error = *with_error.add_results()->mutable_error();
  text_error.set_code(3);
  text_error.set_message("too long");
  recorder.Record(At(milliseconds(0), milliseconds(0), milliseconds(10)),
                  Answer(2, 3));
  recorder.Record(At(milliseconds(5), milliseconds(5), milliseconds(25)),
                  with_error);
  recorder.Record(At(milliseconds(6), milliseconds(6), milliseconds(7)),
                  absl::ResourceExhaustedError("full"));
  const LoadReport report = recorder.Finish();
  EXPECT_EQ(report.requests(), 3);
  EXPECT_EQ(report.succeeded, 2);
  EXPECT_EQ(report.failed.at(absl::StatusCode::kResourceExhausted).count, 1);
  EXPECT_EQ(report.text_errors.count, 1);
  EXPECT_EQ(report.text_errors.first_message, "too long");
  EXPECT_EQ(report.errors(), 2);
  EXPECT_EQ(report.answers, 2);
  EXPECT_EQ(report.texts, 3);
  EXPECT_EQ(report.target_tokens, 11);
  EXPECT_EQ(report.latencies_ms, (std::vector<double>{10.0, 20.0}));
  EXPECT_EQ(report.samples.size(), 3U);
  EXPECT_EQ(report.seconds, 10.0);
}

TEST(LoadRecorderTest, KeepsTheFirstMessageOfEachCode) {
  LoadRecorder recorder(kBegin, kEnd);
  const LoadCall call = At(milliseconds(1), milliseconds(1), milliseconds(2));
  recorder.Record(call, absl::InvalidArgumentError("beam_size is 99"));
  recorder.Record(call, absl::InvalidArgumentError("n_best is 9"));
  recorder.Record(call, absl::ResourceExhaustedError("full"));
  const LoadReport report = recorder.Finish();
  const LoadErrors& invalid =
      report.failed.at(absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(invalid.count, 2);
  EXPECT_EQ(invalid.first_message, "beam_size is 99");
  EXPECT_EQ(
      report.failed.at(absl::StatusCode::kResourceExhausted).first_message,
      "full");
}

// A request that the generator could only send late has waited all the same.
TEST(LoadRecorderTest, LatencyCountsFromTheDueTime) {
  LoadRecorder recorder(kBegin, kEnd);
  recorder.Record(At(milliseconds(100), milliseconds(400), milliseconds(410)),
                  Answer(1, 1));
  const LoadReport report = recorder.Finish();
  EXPECT_EQ(report.latencies_ms, std::vector<double>{310.0});
  EXPECT_EQ(report.send_delays_ms, std::vector<double>{300.0});
  EXPECT_EQ(report.samples[0].due_s, 0.1);
}

// Latencies and errors belong to when requests were due, goodput to when they
// were answered.
TEST(LoadRecorderTest, TheEdgesOfTheMeasuredTime) {
  LoadRecorder recorder(kBegin, kEnd);
  // Due in the warm-up, answered after it.
  recorder.Record(At(milliseconds(-5), milliseconds(-5), milliseconds(20)),
                  Answer(1, 7));
  // Due in the measured time, answered after it.
  recorder.Record(
      At(milliseconds(9'990), milliseconds(9'990), milliseconds(10'040)),
      Answer(1, 100));
  // Not due in it at all.
  recorder.Record(
      At(milliseconds(10'000), milliseconds(10'000), milliseconds(10'001)),
      absl::UnavailableError("gone"));
  const LoadReport report = recorder.Finish();
  EXPECT_EQ(report.requests(), 1);
  EXPECT_EQ(report.latencies_ms, std::vector<double>{50.0});
  EXPECT_EQ(report.answers, 1);
  EXPECT_EQ(report.target_tokens, 7);
}

TEST(PercentileTest, IsTheNearestRank) {
  const std::vector<double> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(Percentile(ten, 0.5), 5);
  EXPECT_EQ(Percentile(ten, 0.9), 9);
  EXPECT_EQ(Percentile(ten, 0.99), 10);
  EXPECT_EQ(Percentile({7}, 0.5), 7);
}

LoadReport SomeReport() {
  LoadReport report;
  report.seconds = 10.0;
  report.succeeded = 100;
  report.failed[absl::StatusCode::kResourceExhausted] = {
      .count = 7, .first_message = "the queue\nis full"};
  report.answers = 90;
  report.texts = 200;
  report.target_tokens = 3000;
  report.latencies_ms = {1.0, 2.0, 30.0};
  report.send_delays_ms = {0.0, 0.5};
  report.generator_cpu = 0.125;
  return report;
}

TEST(FormatLoadReportTest, HasTheFirstMessageOfEachErrorOnOneLine) {
  LoadReport report = SomeReport();
  report.text_errors = {.count = 2, .first_message = "too long"};
  const std::string table = FormatLoadReport(report);
  EXPECT_THAT(table, HasSubstr("  RESOURCE_EXHAUSTED                        7\n"
                               "    first message: the queue is full\n"));
  EXPECT_THAT(table, HasSubstr("  errors of single texts                    2\n"
                               "    first message: too long\n"));
}

TEST(FormatLoadReportTest, HasTheRates) {
  const std::string table = FormatLoadReport(SomeReport());
  for (const char* row : {"requests                                  107",
                          "errors                                      7",
                          "  RESOURCE_EXHAUSTED                        7",
                          "requests/s                                9.0",
                          "sentences/s                              20.0",
                          "target tokens/s                         300.0",
                          "latency p50, ms                           2.0",
                          "latency max, ms                          30.0",
                          "sent late by p99, ms                      0.5",
                          "CPU of this program, % of a core         12.5"}) {
    EXPECT_THAT(table, HasSubstr(row));
  }
}

TEST(ToMessageTest, HasWhatTheTableHas) {
  const std::string json = ToJsonLine(ToMessage(SomeReport()));
  for (const char* part :
       {"\"requests\":\"107\"", "\"failed\":{\"RESOURCE_EXHAUSTED\":\"7\"}",
        "\"first_messages\":{\"RESOURCE_EXHAUSTED\":\"the queue\\nis full\"}",
        "\"texts_per_second\":20", "\"latency_p50_ms\":2",
        "\"latency_max_ms\":30", "\"generator_cpu\":0.125"}) {
    EXPECT_THAT(json, HasSubstr(part));
  }
  EXPECT_THAT(ToJsonLine(ToMessage({})), HasSubstr("\"latency_p99_ms\":0"));
}

}  // namespace
}  // namespace interpres
