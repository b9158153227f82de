#include "server/http/google_http_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/glossary_routes_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

constexpr char kParent[] = "/v3/projects/p/locations/l";

class GoogleHttpCallsTest : public GlossaryRoutesTest {
 protected:
  // The response to a request with the token.
  HttpResponse Send(const std::string& method, const std::string& path,
                    const std::string& body = "") {
    HttpRequest request = Post(path, body);
    request.method = method;
    request.headers.emplace_back("x-goog-api-key", kToken);
    const std::size_t mark = request.path.find('?');
    if (mark != std::string::npos) {
      request.query = request.path.substr(mark + 1);
      request.path.resize(mark);
    }
    return Ask(request);
  }
  nlohmann::json Get(const std::string& path) {
    return Json(Send("GET", kParent + path));
  }
};

TEST_F(GoogleHttpCallsTest, Translates) {
  const HttpResponse response =
      Send("POST", "/v3/projects/p:translateText",
           R"({"contents":["- !","?"],"targetLanguageCode":"es",
               "sourceLanguageCode":"en","mimeType":"text/plain"})");
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(Json(response), nlohmann::json::parse(R"({"translations":[
      {"translatedText":"- !"},{"translatedText":"?"}]})"));
  EXPECT_NE(HeaderValue(response.headers, "interpres-total-ms"), "");
  ExpectRequests("google.TranslateText", "OK", 1);
}

TEST_F(GoogleHttpCallsTest, ErrorsAreGoogles) {
  const auto error = [&](const std::string& body, int status) {
    const HttpResponse response =
        Send("POST", "/v3/projects/p:translateText", body);
    EXPECT_EQ(response.status, status);
    return Json(response)["error"];
  };
  EXPECT_THAT(std::string(error("{", 400)["message"]), HasSubstr("JSON"));
  EXPECT_EQ(error("{}", 400)["status"], "INVALID_ARGUMENT");
  EXPECT_THAT(std::string(error(R"({"contents":["a"],
      "targetLanguageCode":"fr","mimeType":"text/plain"})",
                                404)["message"]),
              HasSubstr("es"));
  ExpectRequests("google.TranslateText", "INVALID_ARGUMENT", 2);
}

TEST_F(GoogleHttpCallsTest, Detects) {
  const auto languages =
      Json(Send("POST", std::string(kParent) + ":detectLanguage",
                R"({"content":"The cat sleeps in the old house.",
                    "mimeType":"text/plain"})"))["languages"];
  EXPECT_EQ(languages[0]["languageCode"], "en");
  ExpectRequests("google.DetectLanguage", "OK", 1);
  EXPECT_EQ(Send("POST", std::string(kParent) + ":detectLanguage", "{}").status,
            400);
}

TEST_F(GoogleHttpCallsTest, ListsLanguages) {
  EXPECT_EQ(Get("/supportedLanguages?displayLanguageCode=es"),
            nlohmann::json::parse(R"({"languages":[
      {"languageCode":"en","displayName":"inglés","supportSource":true,
       "supportTarget":true},
      {"languageCode":"es","displayName":"español","supportSource":true,
       "supportTarget":true}]})"));
}

TEST_F(GoogleHttpCallsTest, KeepsGlossaries) {
  const std::string name = "projects/p/locations/l/glossaries/terms";
  const auto created = Json(Send(
      "POST", std::string(kParent) + "/glossaries",
      R"({"name":")" + name + R"(","languagePair":{"sourceLanguageCode":"en",
          "targetLanguageCode":"es"},"inputConfig":{"gcsSource":{"inputUri":
          "data:text/csv,cat%2Cgato"}}})"));
  EXPECT_EQ(created["done"], true) << created;
  EXPECT_EQ(created["response"]["name"], name);
  EXPECT_EQ(Get("/glossaries")["glossaries"][0]["entryCount"], 1);
  const auto entry = Json(
      Send("POST", "/v3/" + name + "/glossaryEntries",
           R"({"termsPair":{"sourceTerm":{"languageCode":"en","text":"dog"},
               "targetTerm":{"languageCode":"es","text":"perro"}}})"));
  const std::string entry_name = entry["name"];
  const auto changed = Json(
      Send("PATCH", "/v3/" + entry_name,
           R"({"termsPair":{"sourceTerm":{"languageCode":"en","text":"dog"},
               "targetTerm":{"languageCode":"es","text":"can"}}})"));
  EXPECT_EQ(changed["termsPair"]["targetTerm"]["text"], "can") << changed;
  HttpRequest patch =
      Post("/v3/" + entry_name,
           R"({"termsPair":{"sourceTerm":{"languageCode":"en","text":"dog"},
          "targetTerm":{"languageCode":"es","text":"chucho"}}})");
  patch.headers.emplace_back("authorization", std::string("Bearer ") + kToken);
  EXPECT_EQ(Ask(patch).status, 405);
  patch.headers.emplace_back("x-http-method-override", "PATCH");
  EXPECT_EQ(Json(Ask(patch))["termsPair"]["targetTerm"]["text"], "chucho");
  EXPECT_EQ(
      Get("/glossaries/terms/glossaryEntries?pageSize=1")["glossaryEntries"]
          .size(),
      1U);
  EXPECT_EQ(Send("DELETE", "/v3/" + entry_name).body, "{}");
  EXPECT_EQ(Json(Send("DELETE", "/v3/" + name))["response"]["name"], name);
  EXPECT_EQ(Send("GET", "/v3/" + name).status, 404);
  ExpectRequests("google.DeleteGlossaryEntry", "OK", 1);
}

}  // namespace
}  // namespace interpres
