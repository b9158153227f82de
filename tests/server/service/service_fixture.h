// The parts of a server without models and without a listener.

#ifndef INTERPRES_TESTS_SERVER_SERVICE_SERVICE_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_SERVICE_SERVICE_FIXTURE_H_

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>

#include "server/scheduling/job.h"
#include "server/service/service_call.h"
#include "tests/testing/fake_clock.h"

namespace interpres {

class ServiceTest : public ::testing::Test {
 protected:
  static constexpr int64_t kMaxCalls = 2;

  absl::StatusOr<std::unique_ptr<ServiceCall>> Begin(
      const CallInfo& info, RpcMethod method = RpcMethod::kTranslate) {
    return ServiceCall::Begin(&context_, method, info);
  }

  // Returns a translation of as many different tokens as the sentence of the
  // job has, so that the translation does not seem to lose a part.
  static Hypothesis Different(const Job& job) {
    Hypothesis hypothesis = {.score = -0.5F};
    hypothesis.tokens.resize(job.tokens());
    std::iota(hypothesis.tokens.begin(), hypothesis.tokens.end(), 7);
    hypothesis.token_log_probabilities.assign(job.tokens(), -0.5F);
    hypothesis.alignment.resize(job.tokens());
    std::iota(hypothesis.alignment.begin(), hypothesis.alignment.end(), 0);
    return hypothesis;
  }

  // Expects the line in the metrics page.
  void ExpectMetric(const std::string& line) {
    EXPECT_NE(metrics_.Scrape().find(line + "\n"), std::string::npos) << line;
  }
  void ExpectRequests(const std::string& method, const std::string& code,
                      int count) {
    ExpectMetric("interpres_requests_total{code=\"" + code + "\",method=\"" +
                 method + "\"} " + std::to_string(count));
  }

  FakeClock clock_;
  Metrics metrics_;
  ModelRegistry models_;
  TextPool text_pool_{1};
  ReceiveBudget received_{ReceiveLimits(), clock_};
  CallTracker calls_{kMaxCalls, metrics_};
  Permits attention_{1};
  TranslationContext context_ = {.models = models_,
                                 .metrics = metrics_,
                                 .clock = clock_,
                                 .text_pool = text_pool_,
                                 .received = received_,
                                 .calls = calls_,
                                 .attention = attention_,
                                 .request_limits = {}};
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_SERVER_SERVICE_SERVICE_FIXTURE_H_
