// Translations over HTTP by a real server, over a tiny model.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "model/engine/translation_model.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/http_client.h"

namespace interpres {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr char kBody[] = R"({"texts":["the cat sees the dog"],
  "targetLanguage":"es","options":{"maxLength":8}})";

class ServerHttpTest : public ServerFixture {
 protected:
  static ServerOptions HttpServer() {
    ServerOptions options = SmallServer();
    options.http.address = "127.0.0.1:0";
    return options;
  }

  // Minutes of work for one slot.
  static std::string EndlessBody() {
    json body = {{"targetLanguage", "es"},
                 {"options", {{"beamSize", 4}, {"maxLength", kTestPositions}}}};
    body["texts"] = std::vector<std::string>(4000, "the cat sees the dog");
    return body.dump();
  }

  int http_port() { return app().http_port(); }
};

TEST_F(ServerHttpTest, BothPortsHaveTheSameTranslation) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  v1::TranslateRequest request;
  request.add_texts("the cat sees the dog");
  request.set_target_language("es");
  request.mutable_options()->set_max_length(8);
  v1::TranslateResponse response;
  ASSERT_TRUE(Translate(request, response).ok());
  HttpTestClient client(http_port());
  const HttpAnswer answer = client.PostJson("/v1/translate", kBody);
  ASSERT_EQ(answer.status, 200) << answer.body;
  const json translation =
      json::parse(answer.body)["results"][0]["translations"]["hypotheses"][0];
  EXPECT_EQ(translation["text"],
            response.results(0).translations().hypotheses(0).text());
  EXPECT_FLOAT_EQ(translation["score"],
                  response.results(0).translations().hypotheses(0).score());
  EXPECT_GT(std::stod(answer.headers.at("interpres-decode-ms")), 0.0);
  EXPECT_EQ(Metric("interpres_requests_total{code=\"OK\",method="
                   "\"Translate\"}"),
            2);
}

TEST_F(ServerHttpTest, SentencesComeBeforeTheResult) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  HttpTestClient client(http_port());
  const HttpAnswer answer = client.PostJson(
      "/v1/translate:stream",
      R"({"texts":["The cat. The dog. The house."],"targetLanguage":"es",
          "options":{"maxLength":8}})");
  ASSERT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "text/event-stream");
  std::size_t partial = 0;
  for (std::size_t at = answer.body.find("event: partial");
       at != std::string::npos;
       at = answer.body.find("event: partial", at + 1)) {
    ++partial;
  }
  EXPECT_EQ(partial, 3U);
  const std::size_t result = answer.body.find("event: result");
  EXPECT_GT(result, answer.body.rfind("event: partial"));
  EXPECT_EQ(answer.body.find("event: result", result + 1), std::string::npos);
}

TEST_F(ServerHttpTest, AClientThatGoesFreesItsWork) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  for (const char* path : {"/v1/translate", "/v1/translate:stream"}) {
    HttpTestClient client(http_port());
    client.SendRequest("POST", path, EndlessBody(),
                       "Content-Type: application/json\r\n");
    AwaitAtLeast("interpres_active_slots", 1);
    client.Close();
    AwaitAtMost("interpres_active_slots", 0);
    AwaitAtMost("interpres_calls_in_flight", 0);
    AwaitAtMost("interpres_http_connections", 0);
  }
}

TEST_F(ServerHttpTest, ADeadlineEndsTheWork) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  HttpTestClient client(http_port());
  const HttpAnswer answer = client.PostJson("/v1/translate", EndlessBody(),
                                            "X-Request-Timeout: 0.5\r\n");
  EXPECT_TRUE(answer.status == 504 || answer.status == 429) << answer.status;
  AwaitAtMost("interpres_active_slots", 0);
  // The connection takes the next request.
  EXPECT_EQ(client.PostJson("/v1/translate", kBody).status, 200);
}

// Returns the best translation of the first text.
json TextOf(const HttpAnswer& answer) {
  return json::parse(
      answer.body)["results"][0]["translations"]["hypotheses"][0]["text"];
}

TEST_F(ServerHttpTest, ManyConnectionsAndTranslations) {
  ServerOptions options = HttpServer();
  options.workers = 2;
  ASSERT_NO_FATAL_FAILURE(Start(options));
  std::vector<std::unique_ptr<HttpTestClient>> idle;
  for (int i = 0; i < 300; ++i) {
    idle.push_back(std::make_unique<HttpTestClient>(http_port()));
  }
  constexpr int kBusy = 256;
  std::vector<std::unique_ptr<HttpTestClient>> busy;
  for (int i = 0; i < kBusy; ++i) {
    busy.push_back(std::make_unique<HttpTestClient>(http_port()));
    busy.back()->SendRequest("POST", "/v1/translate", kBody,
                             "Content-Type: application/json\r\n");
  }
  const HttpAnswer first = busy.front()->Read();
  EXPECT_EQ(first.status, 200);
  for (int i = 1; i < kBusy; ++i) {
    const HttpAnswer answer = busy[i]->Read();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(TextOf(answer), TextOf(first));
    if (TranslationModel::IsBatchInvariant()) {
      EXPECT_EQ(json::parse(answer.body)["results"],
                json::parse(first.body)["results"]);
    }
  }
  for (const auto& client : idle) {
    EXPECT_EQ(client->Get("/readyz").status, 200);
  }
}

TEST_F(ServerHttpTest, ADrainFinishesTranslations) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  json body = json::parse(kBody);
  body["texts"] = std::vector<std::string>(64, "the cat sees the dog");
  body["options"]["maxLength"] = kTestPositions;
  HttpTestClient client(http_port());
  client.SendRequest("POST", "/v1/translate", body.dump(),
                     "Content-Type: application/json\r\n");
  AwaitAtLeast("interpres_calls_in_flight", 1);
  HttpTestClient idle(http_port());
  EXPECT_EQ(idle.Get("/readyz").status, 200);
  EXPECT_TRUE(app().Drain().ok());
  EXPECT_TRUE(idle.IsEnded());
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(json::parse(answer.body)["results"].size(), 64U);
}

TEST_F(ServerHttpTest, ADrainRefusesNewTranslations) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  HttpTestClient busy(http_port());
  busy.SendRequest("POST", "/v1/translate", EndlessBody(),
                   "Content-Type: application/json\r\n");
  AwaitAtLeast("interpres_active_slots", 1);
  std::thread drain([this] { EXPECT_TRUE(app().Drain().ok()); });
  AwaitAtMost("interpres_ready", 0);
  {
    HttpTestClient late(http_port());
    const HttpAnswer answer = late.PostJson("/v1/translate", kBody);
    EXPECT_EQ(answer.status, 503);
    EXPECT_TRUE(late.IsEnded());
  }
  busy.Close();
  drain.join();
}

TEST_F(ServerHttpTest, IsOpenBeforeTheModelsAreLoaded) {
  ASSERT_NO_FATAL_FAILURE(Listen(HttpServer()));
  HttpTestClient client(http_port());
  EXPECT_EQ(client.Get("/healthz").status, 200);
  EXPECT_EQ(client.Get("/readyz").status, 503);
  const HttpAnswer answer = client.PostJson("/v1/translate", kBody);
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.headers.at("retry-after"), "1");
}

TEST_F(ServerHttpTest, TokensHoldForBothPorts) {
  const TempDir files;
  ServerOptions options = HttpServer();
  options.token_file = files.Write("tokens", "a-token-of-the-tests-0123\n");
  ASSERT_NO_FATAL_FAILURE(Start(options));
  HttpTestClient client(http_port());
  EXPECT_EQ(client.Get("/v1/models").status, 401);
  EXPECT_EQ(client
                .Get("/v1/models",
                     "Authorization: Bearer a-token-of-the-tests-0123\r\n")
                .status,
            200);
  EXPECT_EQ(client
                .PostJson("/v1/translate", kBody,
                          "Authorization: Bearer a-token-of-the-tests-0123\r\n")
                .status,
            200);
  // The body was not read, so the connection ends.
  EXPECT_EQ(client.PostJson("/v1/translate", kBody).status, 401);
  EXPECT_TRUE(client.IsEnded());
}

TEST_F(ServerHttpTest, AnAddressInUseEndsTheStart) {
  ASSERT_NO_FATAL_FAILURE(Start(HttpServer()));
  ServerOptions options = HttpServer();
  options.http.address = "127.0.0.1:" + std::to_string(http_port());
  options.models = {model_path().string()};
  const auto second = ServerApp::Create(options);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr("--http-address"));
}

}  // namespace
}  // namespace interpres
