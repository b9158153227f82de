#include "client/bench/metrics_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace interpres {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kPage =
    "# HELP requests_total Requests\n"
    "# TYPE requests_total counter\n"
    "requests_total{method=\"a b\",code=\"OK\"} 3\n"
    "requests_total{method=\"}\",code=\"x\"} 4\n"
    "requests_total_more 100\n"
    "step_sentences_count 10\n"
    "step_sentences_sum 2.5e1\n"
    "step_sentences_bucket{le=\"+Inf\"} 10\n";

TEST(MetricsPageTest, SumsTheSamplesOfOneName) {
  EXPECT_EQ(SumOfSamples(kPage, "requests_total"), 7);
  EXPECT_EQ(SumOfSamples(kPage, "step_sentences_sum"), 25);
  EXPECT_EQ(SumOfSamples(kPage, "missing"), 0);
  EXPECT_EQ(SumOfSamples("", "missing"), 0);
}

TEST(MetricsPageTest, MeansWhatWasObservedInBetween) {
  const std::string after = "step_sentences_count 30\nstep_sentences_sum 225\n";
  EXPECT_EQ(MeanBetween(kPage, after, "step_sentences"), 10);
  EXPECT_TRUE(std::isnan(MeanBetween(kPage, kPage, "step_sentences")));
}

TEST(MetricsPageTest, NamesAnInvalidAddress) {
  EXPECT_EQ(FetchMetrics("127.0.0.1:9464").status().code(),
            absl::StatusCode::kInvalidArgument);
  // No server listens on the discard port, but the address can be read.
  for (const char* url : {"http://[::1]:9/metrics", "http://::1:9/metrics"}) {
    EXPECT_THAT(std::string(FetchMetrics(url).status().message()),
                Not(AnyOf(HasSubstr("not known"), HasSubstr("name resolution"),
                          HasSubstr("Servname"))));
  }
  EXPECT_EQ(FetchMetrics("http://127.0.0.1:9/metrics").status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(MetricsPageTest, RejectsAPortOutOfRange) {
  for (const char* url :
       {"http://127.0.0.1:99999/metrics", "http://127.0.0.1:/metrics"}) {
    EXPECT_EQ(FetchMetrics(url).status().code(),
              absl::StatusCode::kInvalidArgument)
        << url;
  }
}

}  // namespace
}  // namespace interpres
