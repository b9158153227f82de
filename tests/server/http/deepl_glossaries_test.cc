#include "server/http/deepl_glossaries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/glossary_routes_fixture.h"

namespace interpres {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class DeepLGlossariesTest : public GlossaryRoutesTest {
 protected:
  HttpResponse Send(const std::string& method, const std::string& path,
                    const std::string& body = "") {
    HttpRequest request = Post("/v2/glossaries" + path, body);
    request.method = method;
    request.headers.emplace_back("authorization",
                                 std::string("DeepL-Auth-Key ") + kToken);
    return Ask(request);
  }
  HttpResponse Create(const std::string& entries,
                      const std::string& format = "tsv") {
    return Send("POST", "",
                nlohmann::json{{"name", "My terms"},
                               {"source_lang", "EN"},
                               {"target_lang", "ES"},
                               {"entries", entries},
                               {"entries_format", format}}
                    .dump());
  }
};

TEST_F(DeepLGlossariesTest, LifeOfAGlossary) {
  const HttpResponse created = Create("cat\tgato\ndog\tperro");
  EXPECT_EQ(created.status, 201) << created.body;
  const std::string id = Json(created)["glossary_id"];
  EXPECT_EQ(Json(created),
            (nlohmann::json{{"glossary_id", id},
                            {"name", "My terms"},
                            {"ready", true},
                            {"source_lang", "en"},
                            {"target_lang", "es"},
                            {"creation_time", "1970-01-01T00:00:00.000Z"},
                            {"entry_count", 2}}));
  EXPECT_EQ(Json(Send("GET", "/" + id)), Json(created));
  for (const char* path : {"", "/"}) {
    EXPECT_EQ(Json(Send("GET", path)),
              (nlohmann::json{{"glossaries", {Json(created)}}}));
  }
  const HttpResponse entries = Send("GET", "/" + id + "/entries");
  EXPECT_EQ(entries.content_type, "text/tab-separated-values; charset=utf-8");
  EXPECT_EQ(entries.body, "cat\tgato\ndog\tperro\n");
  EXPECT_EQ(Send("DELETE", "/" + id + "/entries").status, 405);
  const HttpResponse deleted = Send("DELETE", "/" + id);
  EXPECT_EQ(deleted.status, 204);
  EXPECT_EQ(deleted.body, "");
  EXPECT_EQ(Send("GET", "/" + id).status, 404);
  EXPECT_EQ(Send("DELETE", "/" + id).status, 404);
}

TEST_F(DeepLGlossariesTest, AGlossaryMayHaveTheNameOfAPath) {
  const HttpResponse created = Send("POST", "",
                                    R"({"name":"entries","source_lang":"EN",
      "target_lang":"ES","entries":"cat,gato","entries_format":"csv"})");
  EXPECT_EQ(created.status, 201) << created.body;
  ASSERT_EQ(Json(created)["glossary_id"], "entries");
  const std::string path = "/entries";
  EXPECT_EQ(Json(Send("GET", path)), Json(created));
  EXPECT_EQ(Send("GET", path + "/entries").body, "cat\tgato\n");
  EXPECT_EQ(Send("DELETE", path).status, 204);
}

TEST_F(DeepLGlossariesTest, ANameMayOccurTwice) {
  const std::string first = Json(Create("cat,gato", "csv"))["glossary_id"];
  const std::string second = Json(Create("dog,perro", "csv"))["glossary_id"];
  EXPECT_NE(first, second);
  EXPECT_EQ(Json(Send("GET", "/" + second))["name"], "My terms");
}

TEST_F(DeepLGlossariesTest, ErrorsHaveAMessage) {
  EXPECT_EQ(Create("cat\tgato", "xlsx").status, 400);
  EXPECT_EQ(Create("").status, 400);
  EXPECT_EQ(Send("POST", "", "{}").status, 400);
  EXPECT_EQ(Send("GET", "/glossaries/entries").status, 404);
  EXPECT_EQ(Send("PUT", "").status, 405);
  EXPECT_EQ(Ask(Get("/v2/glossaries")).status, 403);
}

TEST_F(DeepLGlossariesTest, ErrorsNameItsParameters) {
  const auto message = [&](const HttpResponse& response) {
    EXPECT_GE(response.status, 400);
    return std::string(Json(response)["message"]);
  };
  EXPECT_THAT(message(Send("POST", "", "[]")), HasSubstr("\"entries\""));
  EXPECT_THAT(message(Send("POST", "", R"({"name":"a","source_lang":"no code",
      "target_lang":"es","entries":"a,b","entries_format":"csv"})")),
              StartsWith("source_lang is \"no code\""));
  EXPECT_THAT(message(Send("GET", "/absent")),
              EndsWith("make one with POST /v2/glossaries"));
}

TEST_F(DeepLGlossariesTest, WithoutTokensNoClientChangesGlossaries) {
  context_.tokens = nullptr;
  EXPECT_EQ(Create("cat\tgato").status, 400);
  EXPECT_EQ(Send("DELETE", "/any").status, 400);
  EXPECT_EQ(Send("GET", "").status, 200);
}

}  // namespace
}  // namespace interpres
