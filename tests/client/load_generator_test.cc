#include "client/load_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>

#include "tests/testing/fake_translation_service.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using std::chrono::milliseconds;
using ::testing::HasSubstr;

// A clock that advances by a millisecond at every look, so that a run is a
// number of requests and not of seconds: three looks for each request.
std::function<std::chrono::steady_clock::time_point()> CountingClock(
    std::atomic<int>& looks) {
  return [&looks] {
    return std::chrono::steady_clock::time_point(milliseconds(++looks));
  };
}

LoadOptions Options(const FakeTranslationService& server,
                    std::atomic<int>& looks) {
  LoadOptions options;
  options.client.channel.server = server.address();
  options.clients = 1;
  options.duration = milliseconds(31);
  options.texts = {"one", "two", "three"};
  options.clock = CountingClock(looks);
  return options;
}

TEST(RunLoadTest, CountsRequestsTextsAndTokens) {
  FakeTranslationService server;
  std::atomic<int> looks = 0;
  LoadOptions options = Options(server, looks);
  options.texts_per_request = 2;
  const auto report = RunLoad(options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->succeeded, 10);
  EXPECT_EQ(report->errors(), 0);
  EXPECT_EQ(report->texts, 20);
  EXPECT_EQ(report->target_tokens, 60);
  ASSERT_EQ(report->latencies_ms.size(), 10);
  EXPECT_EQ(report->latencies_ms.front(), 1.0);
  EXPECT_EQ(report->elapsed, milliseconds(32));
}

TEST(RunLoadTest, EveryClientConnectsAndWalksThroughAllTexts) {
  std::mutex mutex;
  std::map<std::string, int> seen;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        const std::lock_guard<std::mutex> lock(mutex);
        ++seen[request.texts(0)];
        return TranslateWithBrackets(request, response);
      });
  std::atomic<int> looks = 0;
  LoadOptions options = Options(server, looks);
  options.clients = 8;
  options.duration = milliseconds(300);
  const auto report = RunLoad(options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->errors(), 0);
  EXPECT_EQ(seen.size(), 3);
}

TEST(RunLoadTest, CountsErrorsByCodeAndSendsNothingTwice) {
  std::atomic<int> calls = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        const int call = ++calls;
        if (call % 2 == 0) {
          return interpres::testing::BusyFor(milliseconds(1));
        }
        grpc::Status status = TranslateWithBrackets(request, response);
        if (call == 1) {
          response->mutable_results(0)->mutable_error()->set_code(3);
        }
        return status;
      });
  std::atomic<int> looks = 0;
  const auto report = RunLoad(Options(server, looks));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->succeeded, 5);
  EXPECT_EQ(report->failed.at(absl::StatusCode::kResourceExhausted), 5);
  EXPECT_EQ(report->text_errors, 1);
  EXPECT_EQ(report->errors(), 6);
  EXPECT_EQ(calls, 10);
  EXPECT_THAT(FormatLoadReport(*report), HasSubstr("RESOURCE_EXHAUSTED"));
}

TEST(RunLoadTest, RejectsSenselessOptions) {
  LoadOptions options;
  EXPECT_FALSE(RunLoad(options).ok());  // no texts
  options.texts = {"x"};
  options.clients = 0;
  EXPECT_FALSE(RunLoad(options).ok());
  options.clients = 1;
  options.texts_per_request = 0;
  EXPECT_FALSE(RunLoad(options).ok());
}

TEST(PercentileTest, IsTheNearestRank) {
  const std::vector<double> ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(Percentile(ten, 0.5), 5);
  EXPECT_EQ(Percentile(ten, 0.9), 9);
  EXPECT_EQ(Percentile(ten, 0.99), 10);
  EXPECT_EQ(Percentile({7}, 0.5), 7);
}

TEST(FormatLoadReportTest, HasTheRates) {
  LoadReport report;
  report.succeeded = 100;
  report.texts = 200;
  report.target_tokens = 3000;
  report.elapsed = std::chrono::seconds(10);
  report.latencies_ms = {1.0, 2.0, 30.0};
  const std::string table = FormatLoadReport(report);
  EXPECT_THAT(table,
              HasSubstr("requests/s                               10.0"));
  EXPECT_THAT(table,
              HasSubstr("sentences/s                              20.0"));
  EXPECT_THAT(table,
              HasSubstr("target tokens/s                         300.0"));
  EXPECT_THAT(table,
              HasSubstr("latency p50, ms                           2.0"));
  EXPECT_THAT(table,
              HasSubstr("latency max, ms                          30.0"));
}

}  // namespace
}  // namespace interpres
