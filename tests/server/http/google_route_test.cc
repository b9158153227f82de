#include "server/http/google_route.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/server/http/http_routes_fixture.h"

namespace interpres {
namespace {

constexpr char kEntry[] =
    "projects/p/locations/l/glossaries/g/glossaryEntries/en.es.Y2F0";

TEST(GoogleRouteTest, FindsTheMethodAndTheName) {
  const auto target = FindGoogleTarget("POST", "/v3/projects/p:translateText");
  ASSERT_TRUE(target.has_value());
  EXPECT_EQ(target->method->method, RpcMethod::kGoogleTranslateText);
  EXPECT_EQ(target->name, "projects/p");
  const auto list =
      FindGoogleTarget("GET", "/v3/projects/p/locations/l/glossaries");
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(list->method->method, RpcMethod::kGoogleListGlossaries);
  EXPECT_EQ(list->name, "projects/p/locations/l");
  const auto entry = FindGoogleTarget("PATCH", std::string("/v3/") + kEntry);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->method->method, RpcMethod::kGoogleUpdateGlossaryEntry);
  EXPECT_EQ(entry->name, kEntry);
  EXPECT_EQ(entry->method->name_field, "glossary_entry.name");
}

TEST(GoogleRouteTest, HeadIsGet) {
  EXPECT_TRUE(FindGoogleTarget("HEAD", "/v3/projects/p/supportedLanguages"));
}

TEST(GoogleRouteTest, OtherPathsCallNoMethod) {
  for (const char* path :
       {"/v3/projects/:translateText",
        "/v3/projects/p/locations/:translateText",
        "/v3/projects/p/x/l:translateText", "/v2/projects/p:translateText",
        "/v3/projects/p", "/v3/projects/p:translateText/"}) {
    EXPECT_FALSE(FindGoogleTarget("POST", path)) << path;
  }
  EXPECT_FALSE(FindGoogleTarget("GET", "/v3/projects/p:translateText"));
}

TEST(GoogleRouteTest, TheTokenIsInOneOfThreePlaces) {
  EXPECT_EQ(GoogleToken({}), "");
  HttpRequest head{.query = "alt=json&key=from%20query"};
  EXPECT_EQ(GoogleToken(head), "Bearer from query");
  head.headers.emplace_back("x-goog-api-key", "from-key");
  EXPECT_EQ(GoogleToken(head), "Bearer from-key");
  head.headers.emplace_back("authorization", "Bearer from-header");
  EXPECT_EQ(GoogleToken(head), "Bearer from-header");
}

class CheckGoogleHeadTest : public HttpRoutesTest {
 protected:
  int Status(const HttpRequest& head) {
    const auto refusal = CheckGoogleHead(head, context_);
    return refusal ? refusal->status : 0;
  }
};

TEST_F(CheckGoogleHeadTest, RefusesUnknownMethods) {
  EXPECT_EQ(Status(Post("/v3/projects/p:translateText", "{}")), 0);
  EXPECT_EQ(Status(Get("/v3/projects/p:translateText")), 405);
  EXPECT_EQ(Status(Get("/v3/projects/p/nothing")), 404);
  for (const char* path :
       {"/v3/projects/p/locations/l:romanizeText",
        "/v3/projects/p/locations/l/operations/o",
        "/v3/projects/p/locations/l/models", "/v3/projects/p/locations/l"}) {
    EXPECT_EQ(Status(Get(path)), 501) << path;
  }
  ExpectRequests("google.other", "UNIMPLEMENTED", 4);
}

TEST_F(CheckGoogleHeadTest, ABodyIsJson) {
  EXPECT_EQ(Status(Post("/v3/projects/p:translateText", "", "text/plain")),
            415);
  EXPECT_EQ(Status(Get("/v3/projects/p/supportedLanguages")), 0);
}

TEST_F(CheckGoogleHeadTest, ChecksTheToken) {
  const auto tokens =
      BearerTokens::Load(temp_.Write("tokens", "a-token-of-the-tests-0123\n"));
  ASSERT_TRUE(tokens.ok());
  context_.tokens = tokens->get();
  HttpRequest head = Get("/v3/projects/p/supportedLanguages");
  EXPECT_EQ(Status(head), 401);
  head.query = "key=a-token-of-the-tests-0123";
  EXPECT_EQ(Status(head), 0);
}

}  // namespace
}  // namespace interpres
