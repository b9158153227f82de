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

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

TEST(MetricsTest, CountsHttpResponsesByStatus) {
  Metrics metrics;
  metrics.RecordHttpResponse(200);
  metrics.RecordHttpResponse(304);
  metrics.RecordHttpResponse(999);
  metrics.AddHttpConnections(2);
  metrics.AddHttpConnections(-1);
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(http_responses_total{status="200"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(http_responses_total{status="304"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(http_responses_total{status="500"} 1)"));
  EXPECT_THAT(text, HasSubstr("interpres_http_connections 1\n"));
}

TEST(MetricsTest, CountsTextsBySource) {
  Metrics metrics;
  const auto model = metrics.ForModel("m");
  model->RecordText(TextSource::kModel);
  model->RecordText(TextSource::kShared);
  model->RecordText(TextSource::kShared);
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(texts_total{model="m",source="model"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(texts_total{model="m",source="cache"} 0)"));
  EXPECT_THAT(text, HasSubstr(R"(texts_total{model="m",source="shared"} 2)"));
}

TEST(MetricsTest, ObservesPhasesInTheirBuckets) {
  Metrics metrics;
  const auto model = metrics.ForModel("m");
  model->RecordPhase(Phase::kQueue, 0.3);
  metrics.RecordTotalWithoutModel(0.3);
  const std::string text = metrics.Scrape();
  EXPECT_THAT(
      text,
      HasSubstr(R"(seconds_bucket{model="m",phase="queue",le="0.25"} 0)"));
  EXPECT_THAT(
      text, HasSubstr(R"(seconds_bucket{model="m",phase="queue",le="0.5"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(seconds_count{model="m",phase="total"} 0)"));
  EXPECT_THAT(text, HasSubstr(R"(seconds_count{phase="total"} 1)"));
}

TEST(MetricsTest, RecordsStepsAndGauges) {
  Metrics metrics;
  const auto model = metrics.ForModel("m");
  model->RecordStep({.sentences = 8, .hypotheses = 32, .seconds = 0.01});
  model->RecordStep({.sentences = 4, .hypotheses = 16, .seconds = 0.01});
  model->AddActiveSlots(5);
  model->AddActiveSlots(-2);
  model->AddWorkers(2, 64);
  metrics.SetReady(true);
  model->Describe(
      {.version = "v7", .compute_type = "float32", .parameters = 42});
  metrics.RecordReload("m", ReloadResult::kRejected);
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(interpres_step_sentences_sum{model="m"} 12)"));
  EXPECT_THAT(text,
              HasSubstr(R"(interpres_step_hypotheses_count{model="m"} 2)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_active_slots{model="m"} 3)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_slots{model="m"} 64)"));
  EXPECT_THAT(text, HasSubstr("interpres_ready 1"));
  EXPECT_THAT(text, HasSubstr(R"(version="v7")"));
  EXPECT_THAT(text, HasSubstr(R"(parameters="42")"));
  EXPECT_THAT(text,
              HasSubstr(R"(reloads_total{model="m",result="rejected"} 1)"));
}

TEST(MetricsTest, AsksTheQueuesAtEveryScrape) {
  Metrics metrics;
  auto model = metrics.ForModel("m");
  int64_t texts = 7;
  model->SetQueueSource([&texts] {
    return QueueSnapshot{
        .texts = texts, .tokens = 70, .estimated_seconds = 1.5};
  });
  EXPECT_THAT(metrics.Scrape(),
              HasSubstr(R"(interpres_queue_texts{model="m"} 7)"));
  texts = 8;
  // Another version of it is going.
  const auto other = metrics.ForModel("m");
  other->SetQueueSource([] {
    return QueueSnapshot{.texts = 1, .tokens = 2, .estimated_seconds = 0.5};
  });
  const std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(interpres_queue_texts{model="m"} 9)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_queue_tokens{model="m"} 72)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_queue_seconds{model="m"} 1.5)"));
  model.reset();
  EXPECT_THAT(metrics.Scrape(),
              HasSubstr(R"(interpres_queue_texts{model="m"} 1)"));
}

TEST(MetricsTest, TheSeriesOfAModelLiveAsLongAsItsVersions) {
  Metrics metrics;
  const ModelInfo first = {
      .version = "1", .compute_type = "int8", .parameters = 1};
  auto old = metrics.ForModel("m");
  old->Describe(first);
  old->AddWorkers(1, 4);
  old->RecordTargetTokens(10);
  auto fresh = metrics.ForModel("m");
  auto same = metrics.ForModel("m");
  fresh->Describe({.version = "2", .compute_type = "int8", .parameters = 1});
  same->Describe(first);
  fresh->AddWorkers(1, 4);
  EXPECT_THAT(metrics.Scrape(), HasSubstr(R"(slots{model="m"} 8)"));
  old.reset();
  std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(slots{model="m"} 4)"));
  EXPECT_THAT(text, HasSubstr(R"(target_tokens_total{model="m"} 10)"));
  EXPECT_THAT(text, HasSubstr(R"(version="1"} 1)"));
  same.reset();
  text = metrics.Scrape();
  EXPECT_THAT(text, Not(HasSubstr(R"(version="1")")));
  EXPECT_THAT(text, HasSubstr(R"(version="2"} 1)"));
  fresh.reset();
  text = metrics.Scrape();
  EXPECT_THAT(text, Not(HasSubstr(R"({model="m"})")));
  EXPECT_THAT(text, Not(HasSubstr("interpres_model_info{")));
  EXPECT_THAT(text,
              HasSubstr(R"(reloads_total{model="m",result="rejected"} 0)"));
}

TEST(MetricsTest, SaysWhichModelsAreRejected) {
  Metrics metrics;
  metrics.SetModelsRejected({{"a", false}, {"b", true}});
  std::string text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(model_rejected{model="a"} 0)"));
  EXPECT_THAT(text, HasSubstr(R"(model_rejected{model="b"} 1)"));
  metrics.SetModelsRejected({{"a", true}});
  text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(model_rejected{model="a"} 1)"));
  EXPECT_THAT(text, Not(HasSubstr(R"(model_rejected{model="b"})")));
  metrics.SetModelsRejected({{"a", false}, {"b", false}});
  text = metrics.Scrape();
  EXPECT_THAT(text, HasSubstr(R"(model_rejected{model="a"} 0)"));
  EXPECT_THAT(text, HasSubstr(R"(model_rejected{model="b"} 0)"));
}

TEST(MetricsTest, SaysWhenTheCertificateExpiresIfThereIsOne) {
  constexpr char kName[] = "interpres_tls_certificate_expiry_timestamp_seconds";
  Metrics metrics;
  EXPECT_THAT(metrics.Scrape(), Not(HasSubstr(kName)));
  metrics.SetCertificateExpiry(1);
  metrics.SetCertificateExpiry(1795000000);
  EXPECT_THAT(metrics.Scrape(), HasSubstr(std::string(kName) + " 1795000000"));
}

TEST(MetricsTest, ListensOnAFreePort) {
  Metrics metrics;
  const absl::StatusOr<int> port = metrics.Serve("127.0.0.1:0");
  ASSERT_TRUE(port.ok()) << port.status();
  EXPECT_GT(*port, 0);
  Metrics second;
  const absl::StatusOr<int> taken =
      second.Serve("127.0.0.1:" + std::to_string(*port));
  EXPECT_EQ(taken.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(taken.status().message()),
              AllOf(HasSubstr("--metrics-address is \"127.0.0.1:"),
                    HasSubstr("no other program listens on")));
}

TEST(MetricsTest, RefusesAMalformedAddress) {
  Metrics metrics;
  for (const char* address : {"nonsense", "127.0.0.1:99999", "[::1]:0"}) {
    EXPECT_EQ(metrics.Serve(address).status().code(),
              absl::StatusCode::kInvalidArgument)
        << address;
  }
}

// The names in the first column of the table of docs/metrics.md.
std::set<std::string> DocumentedNames() {
  const char* source = std::getenv("INTERPRES_SOURCE_DIR");
  std::ifstream file(std::string(source != nullptr ? source : ".") +
                     "/docs/metrics.md");
  std::set<std::string> names;
  const std::regex row(R"(^\| `((interpres|process)_[a-z_]+)` \|)");
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
  const auto model = metrics.ForModel("m");
  model->Describe({.version = "1", .compute_type = "float32", .parameters = 1});
  metrics.RecordReload("m", ReloadResult::kLoaded);
  metrics.SetModelsRejected({{"m", false}});
  metrics.SetCertificateExpiry(1);
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
