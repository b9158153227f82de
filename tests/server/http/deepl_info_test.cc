#include "server/http/deepl_info.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/glossary_routes_fixture.h"

namespace interpres {
namespace {

class DeepLInfoTest : public GlossaryRoutesTest {
 protected:
  HttpResponse Send(const std::string& path, const std::string& query = "") {
    return Ask({.method = "GET",
                .path = path,
                .query = query,
                .headers = {{"authorization",
                             std::string("DeepL-Auth-Key ") + kToken}}});
  }
};

TEST_F(DeepLInfoTest, ListsLanguages) {
  const auto sources = nlohmann::json::parse(R"([
      {"language":"EN","name":"English"},{"language":"ES","name":"Spanish"}])");
  EXPECT_EQ(Json(Send("/v2/languages")), sources);
  EXPECT_EQ(Json(Send("/v2/languages", "type=source")), sources);
  const auto targets = Json(Send("/v2/languages", "type=target"));
  ASSERT_EQ(targets.size(), 3U) << targets;
  EXPECT_EQ(targets[0]["language"], "EN-GB");
  EXPECT_EQ(targets[1]["language"], "EN-US");
  EXPECT_EQ(targets[2]["language"], "ES");
  EXPECT_EQ(targets[2]["supports_formality"], false);
  EXPECT_EQ(Send("/v2/languages", "type=both").status, 400);
}

TEST_F(DeepLInfoTest, TellsTheUsage) {
  EXPECT_EQ(Json(Send("/v2/usage")),
            (nlohmann::json{{"character_count", 0},
                            {"character_limit", 1'000'000'000'000}}));
  const auto quota = CharacterQuota::Load({.characters = 3}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  Ask(Post("/v2/translate",
           std::string("text=--&target_lang=ES&auth_key=") + kToken,
           "application/x-www-form-urlencoded"));
  EXPECT_EQ(Json(Send("/v2/usage")),
            (nlohmann::json{{"character_count", 2}, {"character_limit", 3}}));
  context_.quota = nullptr;
}

TEST_F(DeepLInfoTest, ListsThePairsOfGlossaries) {
  EXPECT_EQ(Json(Send("/v2/glossary-language-pairs")), nlohmann::json::parse(R"(
      {"supported_languages":[{"source_lang":"en","target_lang":"es"},
                              {"source_lang":"es","target_lang":"en"}]})"));
}

TEST_F(DeepLInfoTest, WithoutGlossariesNoPairHasOne) {
  context_.glossaries = nullptr;
  EXPECT_EQ(Json(Send("/v2/glossary-language-pairs")),
            nlohmann::json::parse(R"({"supported_languages":[]})"));
}

TEST_F(DeepLInfoTest, NeedsAKey) {
  for (const char* path :
       {"/v2/languages", "/v2/usage", "/v2/glossary-language-pairs"}) {
    EXPECT_EQ(Ask(Get(path)).status, 403) << path;
  }
}

}  // namespace
}  // namespace interpres
