#include "client/bench/load_generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <map>
#include <mutex>

#include "tests/client/bench/fake_load_clock.h"
#include "tests/testing/fake_translation_service.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using std::chrono::milliseconds;

// One client, whose requests take a look at the clock each, that is a
// millisecond: a run is a number of requests and not of seconds.
LoadOptions ClosedLoop(const FakeTranslationService& server,
                       FakeLoadClock& clock) {
  clock.StepAtEachLook(milliseconds(1));
  LoadOptions options;
  options.client.channel.server = server.address();
  options.clients = 1;
  options.duration = milliseconds(11);
  options.texts = {"one", "two", "three"};
  options.clock = clock.clock();
  return options;
}

TEST(RunLoadTest, AClientSendsOneRequestAfterTheOther) {
  FakeTranslationService server;
  FakeLoadClock clock;
  LoadOptions options = ClosedLoop(server, clock);
  options.texts_per_request = 2;
  const auto report = RunLoad(options);
  ASSERT_TRUE(report.ok()) << report.status();
  // Due at 1 to 10 ms after the start, done a look later.
  EXPECT_EQ(report->succeeded, 10);
  EXPECT_EQ(report->errors(), 0);
  EXPECT_EQ(report->answers, 9);  // the last one came at the end
  EXPECT_EQ(report->texts, 18);
  EXPECT_EQ(report->target_tokens, 54);
  EXPECT_EQ(report->latencies_ms, std::vector<double>(10, 1.0));
  EXPECT_EQ(report->send_delays_ms, std::vector<double>(10, 0.0));
  EXPECT_NEAR(report->generator_cpu, 0.5, 1e-6);
}

TEST(RunLoadTest, TheWarmUpIsNotMeasured) {
  std::atomic<int> calls = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        ++calls;
        return TranslateWithBrackets(request, response);
      });
  FakeLoadClock clock;
  LoadOptions options = ClosedLoop(server, clock);
  options.warmup = milliseconds(20);
  const auto report = RunLoad(options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->succeeded, 11);
  EXPECT_DOUBLE_EQ(report->seconds, 0.011);
  EXPECT_EQ(calls, 30);
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
  FakeLoadClock clock;
  LoadOptions options = ClosedLoop(server, clock);
  options.clients = 8;
  options.duration = milliseconds(300);
  const auto report = RunLoad(options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->errors(), 0);
  EXPECT_EQ(seen.size(), 3U);
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
  FakeLoadClock clock;
  const auto report = RunLoad(ClosedLoop(server, clock));
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->succeeded, 5);
  EXPECT_EQ(report->failed.at(absl::StatusCode::kResourceExhausted).count, 5);
  EXPECT_EQ(report->text_errors.count, 1);
  EXPECT_EQ(report->errors(), 6);
  EXPECT_EQ(calls, 10);
}

TEST(RunLoadTest, AnOpenLoopDoesNotWaitForAnswers) {
  std::atomic<int> calls = 0;
  FakeTranslationService server(
      [&](const TranslateRequest& request, TranslateResponse* response) {
        return ++calls % 4 == 0 ? interpres::testing::BusyFor(milliseconds(1))
                                : TranslateWithBrackets(request, response);
      });
  FakeLoadClock clock;
  LoadOptions options;
  options.client.channel.server = server.address();
  options.clients = 3;
  options.warmup = milliseconds(1000);
  options.duration = milliseconds(2000);
  options.texts = {"one"};
  options.arrivals = {.rate = 40.0, .pattern = ArrivalPattern::kFixed};
  options.clock = clock.clock();
  const auto report = RunLoad(options);
  ASSERT_TRUE(report.ok()) << report.status();
  // 25 ms apart until 3 s, the last at 2.975 s; measured from 1 s on.
  EXPECT_EQ(calls, 119);
  EXPECT_EQ(report->requests(), 80);
  EXPECT_EQ(report->samples.size(), 80U);
  EXPECT_EQ(report->send_delays_ms, std::vector<double>(80, 0.0));
  EXPECT_DOUBLE_EQ(report->seconds, 2.0);
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
  options.texts_per_request = 1;
  options.warmup = milliseconds(-1);
  EXPECT_FALSE(RunLoad(options).ok());
  options.warmup = milliseconds(0);
  for (const double rate :
       {0.0, -1.0, 1e7, std::numeric_limits<double>::quiet_NaN()}) {
    options.arrivals = {.rate = rate};
    EXPECT_FALSE(RunLoad(options).ok()) << rate;
  }
}

}  // namespace
}  // namespace interpres
