#include "server/http/google_v2.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/glossary_routes_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kPath[] = "/language/translate/v2";
constexpr char kForm[] = "application/x-www-form-urlencoded";

class GoogleV2Test : public HttpRoutesTest {
 protected:
  nlohmann::json Data(const HttpResponse& response) {
    EXPECT_EQ(response.status, 200) << response.body;
    return Json(response)["data"];
  }
  HttpResponse Query(const std::string& path, const std::string& query) {
    return Ask({.method = "GET", .path = path, .query = query});
  }
};

TEST_F(GoogleV2Test, TakesQueriesFormsAndJson) {
  const auto expected = nlohmann::json::parse(R"({"translations":[
      {"translatedText":"- !"},{"translatedText":"?"}]})");
  const std::string form = "q=-+!&q=%3F&source=en&target=es&format=text";
  EXPECT_EQ(Data(Query(kPath, form)), expected);
  EXPECT_EQ(Data(Ask(Post(kPath, form, kForm))), expected);
  EXPECT_EQ(Data(Ask(Post(kPath, R"({"q":["- !","?"],"source":"en",
                                     "target":"es","format":"text",
                                     "cid":[],"model":null})"))),
            expected);
  ExpectRequests("Translate", "OK", 3);
}

TEST_F(GoogleV2Test, HtmlIsTheDefault) {
  EXPECT_EQ(Data(Query(kPath, "q=<p>-%26amp;</p>&target=es&source=en")),
            nlohmann::json::parse(R"({"translations":[
      {"translatedText":"<p>-&amp;</p>"}]})"));
}

TEST_F(GoogleV2Test, DetectsWithoutASource) {
  EXPECT_EQ(Data(Query(kPath, "q=-&target=es&model=nmt")),
            nlohmann::json::parse(R"({"translations":[{"translatedText":"-",
      "detectedSourceLanguage":"und","model":"nmt"}]})"));
  EXPECT_EQ(
      Data(Query(kPath, "q=a&source=es&target=es-MX")),
      nlohmann::json::parse(R"({"translations":[{"translatedText":"a"}]})"));
}

TEST_F(GoogleV2Test, ErrorsAreOfVersion2) {
  const auto error = [&](const std::string& query, int status) {
    const HttpResponse response = Query(kPath, query);
    EXPECT_EQ(response.status, status) << query;
    return Json(response)["error"];
  };
  const auto missing = error("target=es", 400);
  EXPECT_EQ(missing["errors"][0]["reason"], "invalid");
  EXPECT_EQ(missing["errors"][0]["domain"], "global");
  EXPECT_EQ(missing["errors"][0]["message"], missing["message"]);
  EXPECT_THAT(std::string(missing["message"]), HasSubstr("q is missing"));
  EXPECT_THAT(std::string(error("q=a", 400)["message"]),
              HasSubstr("target is missing"));
  EXPECT_THAT(std::string(error("q=a&target=es&format=pdf", 400)["message"]),
              HasSubstr("pdf"));
  EXPECT_EQ(
      error("q=a&source=en&target=fr&format=text", 400)["errors"][0]["reason"],
      "invalid");
  EXPECT_EQ(error("q=a&target=es&model=other", 404)["status"], "NOT_FOUND");
  EXPECT_EQ(Ask({.method = "PUT", .path = kPath}).status, 405);
}

TEST_F(GoogleV2Test, APathMayEndWithASlash) {
  const std::string body = R"({"q":"-","source":"en","target":"es"})";
  EXPECT_EQ(Ask(Post(std::string(kPath) + "/", body)).status, 200);
  EXPECT_EQ(Ask(Post(std::string(kPath) + "//", body)).status, 404);
}

TEST_F(GoogleV2Test, ListsLanguagesForAPost) {
  const HttpResponse response =
      Ask(Post(std::string(kPath) + "/languages", R"({"target":"en"})"));
  EXPECT_EQ(Json(response)["data"]["languages"][0]["name"], "English")
      << response.body;
}

TEST_F(GoogleV2Test, ErrorsNameItsParameters) {
  const auto message = [&](const HttpResponse& response) {
    EXPECT_EQ(response.status, 400);
    return std::string(Json(response)["error"]["message"]);
  };
  EXPECT_THAT(message(Ask(Post(kPath, "[]"))),
              HasSubstr(R"({"q": ["a text"], "target": "es"})"));
  EXPECT_THAT(message(Query(kPath, "q=a&source=no+code&target=es")),
              AllOf(StartsWith("source is no language code"),
                    HasSubstr("; /language/translate/v2/languages lists")));
  context_.request_limits.max_texts = 1;
  EXPECT_THAT(message(Query(kPath, "q=a&q=b&target=es")),
              HasSubstr("q has 2 elements"));
}

TEST_F(GoogleV2Test, DetectsOneLanguageForEachText) {
  const auto detections =
      Data(Query(std::string(kPath) + "/detect",
                 "q=The+cat+sleeps+in+the+old+house.&q=-"))["detections"];
  ASSERT_EQ(detections.size(), 2U);
  ASSERT_EQ(detections[0].size(), 1U);
  EXPECT_EQ(detections[0][0]["language"], "en");
  EXPECT_EQ(detections[1][0]["language"], "und");
  EXPECT_EQ(Ask(Post(std::string(kPath) + "/detect", "{}")).status, 400);
}

TEST_F(GoogleV2Test, TheErrorOfADetectionIsTheErrorOfTheCall) {
  const std::string text((size_t{1} << 20) + 1, 'a');
  const HttpResponse response =
      Ask(Post(std::string(kPath) + "/detect",
               nlohmann::json{{"q", {"a cat", text}}}.dump()));
  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(response.body, HasSubstr("expected at most 1048576"));
  ExpectRequests("DetectLanguage", "INVALID_ARGUMENT", 1);
}

TEST_F(GoogleV2Test, ListsLanguages) {
  const std::string path = std::string(kPath) + "/languages";
  EXPECT_EQ(Data(Query(path, "")), nlohmann::json::parse(R"(
      {"languages":[{"language":"en"},{"language":"es"}]})"));
  EXPECT_EQ(Data(Query(path, "target=es")), nlohmann::json::parse(R"(
      {"languages":[{"language":"en","name":"inglés"},
                    {"language":"es","name":"español"}]})"));
}

class GuardedGoogleV2Test : public GlossaryRoutesTest {};

TEST_F(GuardedGoogleV2Test, TheKeyIsInTheQueryTheBodyOrAHeader) {
  const std::string form = "q=-&source=en&target=es";
  const std::string key = std::string("&key=") + kToken;
  EXPECT_EQ(Ask(Post(kPath, form, kForm)).status, 401);
  EXPECT_EQ(Ask(Post(kPath, form + "&key=wrong", kForm)).status, 401);
  EXPECT_EQ(Ask(Post(kPath, form + key, kForm)).status, 200);
  HttpRequest request = Post(kPath, form, kForm);
  request.query = key;
  EXPECT_EQ(Ask(request).status, 200);
  request.query = "";
  request.headers.emplace_back("x-goog-api-key", kToken);
  EXPECT_EQ(Ask(request).status, 200);
  EXPECT_EQ(
      Ask({.method = "GET", .path = std::string(kPath) + "/languages"}).status,
      401);
}

}  // namespace
}  // namespace interpres
