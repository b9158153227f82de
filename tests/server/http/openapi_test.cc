#include "server/http/openapi.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_replace.h"
#include "server/http/route_table.h"
#include "tests/server/http/http_routes_fixture.h"

namespace interpres {
namespace {

using nlohmann::json;

class OpenApiTest : public HttpRoutesTest {
 protected:
  json Schema(const std::string& name) const {
    return document_["components"]["schemas"].value(name, json());
  }
  static std::set<std::string> NamesIn(const json& object) {
    std::set<std::string> names;
    for (const auto& [name, unused] : object.items()) {
      names.insert(name);
    }
    return names;
  }
  // Expects the properties of a schema, in any order.
  void ExpectProperties(const std::string& name,
                        const std::set<std::string>& expected) const {
    EXPECT_EQ(NamesIn(Schema(name)["properties"]), expected) << name;
  }

  const json document_ = json::parse(OpenApiDocument());
};

TEST_F(OpenApiTest, TheServerSendsTheDocument) {
  EXPECT_EQ(Json(Ask(Get("/openapi.json"))), document_);
  EXPECT_EQ(document_["openapi"], "3.0.3");
  EXPECT_EQ(Schema("TranslateRequest")["properties"].size(), 20U);
}

TEST_F(OpenApiTest, EachReferenceLeadsToASchema) {
  const std::string text = document_.dump();
  const std::string prefix = "\"#/components/schemas/";
  int references = 0;
  for (std::size_t at = text.find(prefix); at != text.npos;
       at = text.find(prefix, at + 1)) {
    const std::size_t begin = at + prefix.size();
    const std::string name = text.substr(begin, text.find('"', begin) - begin);
    EXPECT_FALSE(Schema(name).is_null()) << name;
    ++references;
  }
  EXPECT_GT(references, 80);
}

TEST_F(OpenApiTest, EachOperationHasARoute) {
  for (const auto& [path, item] : document_["paths"].items()) {
    for (const auto& [verb, operation] : item.items()) {
      const HttpRequest head = {
          .method = absl::AsciiStrToUpper(verb),
          .path = absl::StrReplaceAll(path, {{"{", ""}, {"}", ""}}),
          .headers = {{"content-type", "application/json"}}};
      const HttpRoute* route = FindRoute(head, /*has_page=*/false);
      ASSERT_NE(route, nullptr) << path;
      EXPECT_TRUE(IsAllowed(*route, head.method)) << verb << " " << path;
      EXPECT_FALSE(routes_.CheckHead(head).refusal.has_value())
          << verb << " " << path;
    }
  }
}

// A schema without properties permits everything.
TEST_F(OpenApiTest, EachMessageIsDescribed) {
  for (const auto& [path, item] : document_["paths"].items()) {
    for (const auto& [verb, operation] : item.items()) {
      if (path == "/openapi.json") {
        continue;
      }
      for (const auto& [status, response] : operation["responses"].items()) {
        const json& content = response.value("content", json::object());
        for (const auto& [type, body] : content.items()) {
          EXPECT_NE(body["schema"], (json{{"type", "object"}}))
              << verb << " " << path << " " << status;
        }
      }
    }
  }
}

TEST_F(OpenApiTest, GooglesMessagesHaveTheirOwnNames) {
  // Our message of this name has other fields.
  ExpectProperties("google.DetectLanguageRequest",
                   {"parent", "model", "content", "mimeType", "labels"});
  EXPECT_TRUE(Schema("DetectLanguageRequest")["properties"].contains("texts"));
  EXPECT_EQ(
      Schema("google.Translation")["properties"]["glossaryConfig"],
      (json{{"$ref",
             "#/components/schemas/google.TranslateTextGlossaryConfig"}}));
  // JSON has some messages in forms of their own.
  const json glossary = Schema("google.Glossary")["properties"];
  EXPECT_EQ(glossary["submitTime"],
            (json{{"type", "string"}, {"format", "date-time"}}));
  EXPECT_EQ(Schema("google.TranslateTextRequest")["properties"]["labels"],
            (json{{"type", "object"},
                  {"additionalProperties", {{"type", "string"}}}}));
  EXPECT_EQ(Schema("google.Operation")["properties"]["metadata"]["required"],
            json::array({"@type"}));
  EXPECT_TRUE(Schema("Timestamp").is_null());
  EXPECT_TRUE(Schema("google.Any").is_null());
}

TEST_F(OpenApiTest, AnswersHaveTheDocumentedProperties) {
  ExpectProperties("deepl.Usage", NamesIn(Json(Ask(Get("/v2/usage")))));
  ExpectProperties(
      "google.SupportedLanguages",
      NamesIn(Json(Ask(Get("/v3/projects/p/supportedLanguages")))));
  const json error = Json(Ask(Post("/language/translate/v2", "{}")))["error"];
  const json schema = Schema("google.v2.Error")["properties"]["error"];
  for (const json& name : schema["required"]) {
    EXPECT_TRUE(error.contains(name)) << name;
  }
}

}  // namespace
}  // namespace interpres
