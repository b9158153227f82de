#include "server/http/http_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/http_routes_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Texts without letters need no worker.
constexpr char kNumbers[] = R"({"texts":["- !"],"target_language":"es"})";
constexpr char kWords[] = R"({"texts":["the cat"],"targetLanguage":"es"})";

TEST_F(HttpRoutesTest, TranslatesJson) {
  const HttpResponse response = Ask(Post("/v1/translate", kNumbers));
  ASSERT_EQ(response.status, 200) << response.body;
  const auto json = Json(response);
  EXPECT_EQ(json["results"][0]["translations"]["hypotheses"][0]["text"], "- !");
  EXPECT_EQ(json["model"], "tiny");
  EXPECT_EQ(json["targetLanguage"], "es");
  EXPECT_NE(HeaderValue(response.headers, "interpres-total-ms"), "");
  ExpectRequests("Translate", "OK", 1);
}

TEST_F(HttpRoutesTest, ErrorsNameTheField) {
  for (const auto& [body, part] :
       {std::pair("{", "TranslateRequest in JSON"),
        std::pair(R"({"text":["a"]})", "text: Cannot find field"),
        std::pair(R"({"texts":"a", "beam":1})", "beam"),
        std::pair("{\"texts\":[\"\xff\"]}", "UTF-8"),
        std::pair(R"({"texts":[],"target_language":"es"})", "texts"),
        std::pair("", "TranslateRequest"),
        std::pair(R"({"texts":["a"],"target_language":"es",
                          "options":{"beam_size":99}})",
                  "beam_size")}) {
    const HttpResponse response = Ask(Post("/v1/translate", body));
    EXPECT_EQ(response.status, 400) << body;
    const auto error = Json(response)["error"];
    EXPECT_EQ(error["code"], 400);
    EXPECT_EQ(error["status"], "INVALID_ARGUMENT");
    EXPECT_THAT(std::string(error["message"]), HasSubstr(part)) << body;
  }
}

TEST_F(HttpRoutesTest, StatusesComeFromTheTable) {
  const HttpResponse response =
      Ask(Post("/v1/translate", R"({"texts":["a"],"target_language":"fr"})"));
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(Json(response)["error"]["status"], "NOT_FOUND");
}

TEST_F(HttpRoutesTest, ACancelledCallEnds) {
  Running running = Start(Post("/v1/translate", kWords));
  running.call->Cancel();
  EXPECT_EQ(running.sink->Await().status, 499);
  ExpectRequests("Translate", "CANCELLED", 1);
}

TEST_F(HttpRoutesTest, ADeadlineThatHasPassedEndsTheCall) {
  HttpRequest request = Post("/v1/translate", kWords);
  request.deadline = clock_.Now() - std::chrono::seconds(1);
  EXPECT_EQ(Ask(request).status, 504);
}

TEST_F(HttpRoutesTest, TooManyCallsAreRefusedWithADelay) {
  Running first = Start(Post("/v1/translate", kWords));
  Running second = Start(Post("/v1/translate", kWords));
  // One text thread runs the calls in the order of their posts.
  const HttpResponse response = Ask(Post("/v1/translate", kWords));
  EXPECT_EQ(response.status, 429);
  EXPECT_NE(HeaderValue(response.headers, "retry-after"), "");
  first.call->Cancel();
  second.call->Cancel();
  first.sink->Await();
  second.sink->Await();
}

TEST_F(HttpRoutesTest, ADrainRefusesCalls) {
  EXPECT_EQ(Ask(Get("/readyz")).status, 200);
  calls_.BeginDrain();
  routes_.BeginDrain();
  EXPECT_EQ(Ask(Post("/v1/translate", kNumbers)).status, 503);
  EXPECT_EQ(Ask(Get("/readyz")).status, 503);
  EXPECT_EQ(Ask(Get("/healthz")).status, 200);
}

TEST_F(HttpRoutesTest, NothingIsServedBeforeTheModels) {
  HttpRoutes closed(options_, context_);
  for (const HttpRequest& request :
       {Post("/v1/translate", kNumbers), Get("/v1/models"), Get("/languages"),
        Get("/readyz"), Get("/health")}) {
    const auto sink = std::make_shared<RecordingSink>();
    const auto call = closed.MakeCall({.request = request, .sink = sink});
    call->Start();
    EXPECT_EQ(sink->Await().status, 503) << request.path;
  }
}

TEST_F(HttpRoutesTest, AStreamEndsWithItsResult) {
  const HttpResponse response = Ask(Post("/v1/translate:stream", kNumbers));
  EXPECT_EQ(response.content_type, "text/event-stream");
  EXPECT_THAT(response.body, HasSubstr("event: result\ndata: {\"results\":"));
  EXPECT_THAT(response.body, testing::EndsWith("}\n\n"));
  ExpectRequests("StreamTranslate", "OK", 1);
  ExpectMetric("interpres_streams_in_flight 0");
}

TEST_F(HttpRoutesTest, AStreamWithoutAnEventHasAStatus) {
  EXPECT_EQ(Ask(Post("/v1/translate:stream", "{}")).status, 400);
  const HttpResponse markup =
      Ask(Post("/v1/translate:stream", R"({"texts":["a"],"target_language":"es",
                                           "format":"TEXT_FORMAT_HTML"})"));
  EXPECT_EQ(markup.status, 400);
  // A client of this path cannot choose whether it gets partial results.
  EXPECT_EQ(Json(markup)["error"]["message"],
            "format is 2; expected 1 (TEXT_FORMAT_PLAIN), because a sentence "
            "alone has no markup; use /v1/translate");
  Running running = Start(Post("/v1/translate:stream", kWords));
  running.call->Cancel();
  EXPECT_EQ(running.sink->Await().status, 499);
  ExpectMetric("interpres_streams_in_flight 0");
}

TEST_F(HttpRoutesTest, DetectsAndLists) {
  const HttpResponse detected = Ask(
      Post("/v1/detect", R"({"texts":["The cat sleeps in the old house."]})"));
  EXPECT_EQ(detected.status, 200);
  EXPECT_EQ(Json(detected)["results"][0]["languages"][0]["language"], "en");
  EXPECT_EQ(Json(Ask(Get("/v1/models")))["models"][0]["name"], "tiny");
  EXPECT_EQ(Json(Ask(Get("/v1/languages")))["pairs"].size(), 2U);
}

TEST_F(HttpRoutesTest, PathsAndMethodsAreChecked) {
  EXPECT_EQ(Ask(Get("/v1/translate")).status, 405);
  EXPECT_EQ(HeaderValue(Ask(Get("/v1/translate")).headers, "allow"),
            "POST, OPTIONS");
  EXPECT_EQ(Ask(Get("/nothing")).status, 404);
  EXPECT_EQ(Ask(Get("/v1/translate//")).status, 404);
  EXPECT_EQ(Ask(Get("/v1/models/")).status, 200);
  for (const char* path : {"/v2/document", "/v3/glossaries"}) {
    EXPECT_TRUE(Json(Ask(Get(path))).contains("message"))
        << "as DeepL writes errors";
  }
  EXPECT_TRUE(
      Json(Ask(Get("/language/translate/v3")))["error"].contains("errors"));
  EXPECT_EQ(Ask(Post("/v1/translate", kNumbers, "text/plain")).status, 415);
  EXPECT_EQ(Ask({.method = "HEAD", .path = "/v1/models"}).status, 200);
  const HttpResponse options = Ask({.method = "OPTIONS", .path = "/translate"});
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(HeaderValue(options.headers, "access-control-allow-origin"), "");
  ExpectMetric("interpres_http_responses_total{status=\"404\"} 5");
}

TEST_F(HttpRoutesTest, TokensAreCheckedBeforeTheBody) {
  const std::string file = temp_.Write("tokens", "a-token-of-the-tests-0123\n");
  const auto tokens = BearerTokens::Load(file);
  ASSERT_TRUE(tokens.ok());
  TranslationContext context = context_;
  context.tokens = tokens->get();
  HttpRoutes guarded(options_, context);
  guarded.Open();
  HttpRequest request = Post("/v1/translate", kNumbers);
  const auto refusal = guarded.CheckHead(request).refusal;
  ASSERT_TRUE(refusal.has_value());
  EXPECT_EQ(refusal->status, 401);
  EXPECT_EQ(HeaderValue(refusal->headers, "www-authenticate"), "Bearer");
  request.headers.emplace_back("authorization",
                               "Bearer a-token-of-the-tests-0123");
  EXPECT_FALSE(guarded.CheckHead(request).refusal.has_value());
  // The key of a form is found after the body.
  const auto answer = [&](const std::string& body) {
    const auto sink = std::make_shared<RecordingSink>();
    const auto call =
        guarded.MakeCall({.request = Post("/translate", body,
                                          "application/x-www-form-urlencoded"),
                          .sink = sink});
    call->Start();
    return sink->Await().status;
  };
  EXPECT_EQ(answer("q=1&source=en&target=es"), 403);
  EXPECT_EQ(answer("q=-&source=en&target=es&api_key=wrong"), 403);
  EXPECT_EQ(answer("q=-&source=en&target=es&api_key=a-token-of-the-tests-0123"),
            200);
}

TEST_F(HttpRoutesTest, PagesOfAllowedOriginsMayCall) {
  options_.cors_origins = {"https://a.example"};
  HttpRequest request = Get("/healthz");
  request.headers = {{"origin", "https://a.example"}};
  EXPECT_EQ(HeaderValue(Ask(request).headers, "access-control-allow-origin"),
            "https://a.example");
  request.headers = {{"origin", "https://b.example"}};
  EXPECT_EQ(HeaderValue(Ask(request).headers, "access-control-allow-origin"),
            "");
  options_.cors_origins = {"*"};
  request.method = "OPTIONS";
  const HttpResponse preflight = Ask(request);
  EXPECT_EQ(preflight.status, 204);
  EXPECT_EQ(HeaderValue(preflight.headers, "access-control-allow-origin"), "*");
  EXPECT_THAT(std::string(HeaderValue(preflight.headers,
                                      "access-control-allow-headers")),
              HasSubstr("Authorization"));
}

}  // namespace
}  // namespace interpres
