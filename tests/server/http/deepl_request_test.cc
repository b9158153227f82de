#include "server/http/deepl_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "server/quota/character_quota.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DeepLRequestTest, TheTokenIsInTheHeaderOrAParameter) {
  HttpRequest request = {.method = "GET", .query = "auth_key=from+query"};
  EXPECT_EQ(DeepLToken(request), "Bearer from query");
  request.query = "";
  EXPECT_EQ(DeepLToken(request), "");
  request.body = "text=a&auth_key=from-body";
  EXPECT_EQ(DeepLToken(request), "Bearer from-body");
  request.headers = {{"authorization", "deepl-auth-key from-header"}};
  EXPECT_EQ(DeepLToken(request), "Bearer from-header");
  request.headers = {{"authorization", "Bearer other"}};
  EXPECT_EQ(DeepLToken(request), "Bearer other");
}

TEST(DeepLRequestTest, ErrorsHaveTheStatusesOfDeepL) {
  const HttpResponse key = DeepLErrorOf(absl::UnauthenticatedError("no"));
  EXPECT_EQ(key.status, 403);
  EXPECT_TRUE(nlohmann::json::parse(key.body).contains("message"));
  EXPECT_EQ(DeepLErrorOf(absl::ResourceExhaustedError("full")).status, 429);
  const auto quota = CharacterQuota::Load({.characters = 1}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  EXPECT_EQ(DeepLErrorOf((*quota)->Charge("a", 2).status()).status, 456);
  EXPECT_EQ(ReasonPhrase(456), "Quota Exceeded");
}

TEST(DeepLRequestTest, FlagsAreNumbersOrWords) {
  Parameters parameters;
  for (const auto& [name, value] :
       {std::pair("one", "1"), std::pair("zero", "0"), std::pair("yes", "True"),
        std::pair("no", "false"), std::pair("wrong", "maybe")}) {
    parameters.Add(name, value);
  }
  EXPECT_EQ(*DeepLFlag(parameters, "one"), true);
  EXPECT_EQ(*DeepLFlag(parameters, "zero"), false);
  EXPECT_EQ(*DeepLFlag(parameters, "yes"), true);
  EXPECT_EQ(*DeepLFlag(parameters, "no"), false);
  EXPECT_EQ(*DeepLFlag(parameters, "absent"), std::nullopt);
  EXPECT_FALSE(DeepLFlag(parameters, "wrong").ok());
}

TEST(DeepLRequestTest, TagsAreDividedByCommas) {
  Parameters parameters;
  parameters.Add("tags", "a, b,");
  parameters.Add("tags", "c");
  EXPECT_THAT(DeepLTags(parameters, "tags"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(DeepLTags(parameters, "absent"), IsEmpty());
  parameters.Add("list[]", "d");
  EXPECT_THAT(DeepLTags(parameters, "list"), ElementsAre("d"));
}

TEST(DeepLRequestTest, CodesAreInCapitals) {
  EXPECT_EQ(DeepLSource("pt-BR"), "PT");
  EXPECT_EQ(DeepLSource("eng"), "EN");
  EXPECT_EQ(DeepLSource("und"), "");
  EXPECT_THAT(DeepLTargets("es"), ElementsAre("ES"));
  EXPECT_THAT(DeepLTargets("zh_Hans"), ElementsAre("ZH-HANS"));
  EXPECT_THAT(DeepLTargets("en"), ElementsAre("EN-GB", "EN-US"));
  EXPECT_THAT(DeepLTargets("pt"), ElementsAre("PT-BR", "PT-PT"));
}

}  // namespace
}  // namespace interpres
