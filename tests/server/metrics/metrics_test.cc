#include "server/metrics/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(MetricsTest, CountsRequestsByMethodAndCode) {
  Metrics metrics;
  metrics.RecordRequest(RpcMethod::kTranslate, 0);
  metrics.RecordRequest(RpcMethod::kTranslate, 0);
  metrics.RecordRequest(RpcMethod::kListModels, 3);
  metrics.RecordRequest(RpcMethod::kTranslate, 99);
  const std::string text = metrics.Scrape();
  EXPECT_THAT(
      text,
      HasSubstr(R"(interpres_requests_total{code="OK",method="Translate"} 2)"));
  EXPECT_THAT(
      text,
      HasSubstr(
          R"(requests_total{code="INVALID_ARGUMENT",method="ListModels"} 1)"));
  EXPECT_THAT(
      text,
      HasSubstr(R"(requests_total{code="UNKNOWN",method="Translate"} 1)"));
}

TEST(MetricsTest, ObservesPhasesInTheirBuckets) {
  Metrics metrics;
  metrics.RecordPhase(Phase::kQueue, 0.3);
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text,
              HasSubstr(R"(phase_seconds_bucket{phase="queue",le="0.25"} 0)"));
  EXPECT_THAT(text,
              HasSubstr(R"(phase_seconds_bucket{phase="queue",le="0.5"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(phase_seconds_count{phase="total"} 0)"));
}

TEST(MetricsTest, RecordsStepsAndGauges) {
  Metrics metrics;
  metrics.RecordStep({.sentences = 8, .hypotheses = 32, .seconds = 0.01});
  metrics.RecordStep({.sentences = 4, .hypotheses = 16, .seconds = 0.01});
  metrics.AddActiveSlots(5);
  metrics.AddActiveSlots(-2);
  metrics.SetWorkers(2, 64);
  metrics.SetReady(true);
  metrics.SetModel({.name = "en-es",
                    .version = "v7",
                    .compute_type = "float32",
                    .parameters = 42});
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr("interpres_step_sentences_sum 12"));
  EXPECT_THAT(text, HasSubstr("interpres_step_hypotheses_count 2"));
  EXPECT_THAT(text, HasSubstr("interpres_active_slots 3"));
  EXPECT_THAT(text, HasSubstr("interpres_slots 64"));
  EXPECT_THAT(text, HasSubstr("interpres_ready 1"));
  EXPECT_THAT(text, HasSubstr(R"(model="en-es")"));
  EXPECT_THAT(text, HasSubstr(R"(version="v7")"));
  EXPECT_THAT(text, HasSubstr(R"(parameters="42")"));
}

TEST(MetricsTest, AsksTheQueueAtEveryScrape) {
  Metrics metrics;
  int64_t texts = 7;
  metrics.SetQueueSource([&texts] {
    return QueueSnapshot{
        .texts = texts, .tokens = 70, .estimated_seconds = 1.5};
  });
  EXPECT_THAT(metrics.Scrape(), HasSubstr("interpres_queue_texts 7"));
  texts = 8;
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr("interpres_queue_texts 8"));
  EXPECT_THAT(text, HasSubstr("interpres_queue_tokens 70"));
  EXPECT_THAT(text, HasSubstr("interpres_queue_seconds 1.5"));
  metrics.SetQueueSource(nullptr);
  EXPECT_THAT(metrics.Scrape(), HasSubstr("interpres_queue_texts 0"));
}

TEST(MetricsTest, ServesOnAPortOfItsChoice) {
  Metrics metrics;
  const absl::StatusOr<int> port = metrics.Serve("127.0.0.1:0");
  ASSERT_TRUE(port.ok()) << port.status();
  EXPECT_GT(*port, 0);
  Metrics second;
  const absl::StatusOr<int> taken =
      second.Serve("127.0.0.1:" + std::to_string(*port));
  EXPECT_EQ(taken.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(taken.status().message()), HasSubstr("127.0.0.1"));
}

TEST(MetricsTest, RefusesAnAddressThatIsNone) {
  Metrics metrics;
  EXPECT_EQ(metrics.Serve("nonsense").status().code(),
            absl::StatusCode::kUnavailable);
}

// The names in the first column of the table of docs/metrics.md.
std::set<std::string> DocumentedNames() {
  const char* source = std::getenv("INTERPRES_SOURCE_DIR");
  std::ifstream file(std::string(source != nullptr ? source : ".") +
                     "/docs/metrics.md");
  std::set<std::string> names;
  const std::regex row(R"(^\| `(interpres_[a-z_]+)` \|)");
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_search(line, match, row)) {
      names.insert(match[1]);
    }
  }
  return names;
}

TEST(MetricsTest, ThePageListsEveryMetricAndNoOther) {
  Metrics metrics;
  metrics.SetModel({.name = "m",
                    .version = "1",
                    .compute_type = "float32",
                    .parameters = 1});
  std::set<std::string> exposed;
  std::istringstream text(metrics.Scrape());
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string hash;
    std::string type;
    std::string name;
    words >> hash >> type >> name;
    if (hash == "#" && type == "TYPE") {
      exposed.insert(name);
    }
  }
  EXPECT_GT(exposed.size(), 10U);
  EXPECT_EQ(DocumentedNames(), exposed);
}

}  // namespace
}  // namespace interpres
