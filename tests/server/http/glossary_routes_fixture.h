// The routes of a server with a token and a directory of glossaries.

#ifndef INTERPRES_TESTS_SERVER_HTTP_GLOSSARY_ROUTES_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_HTTP_GLOSSARY_ROUTES_FIXTURE_H_

#include <filesystem>
#include <memory>
#include <utility>

#include "server/glossary/glossary_store.h"
#include "server/security/bearer_tokens.h"
#include "tests/server/http/http_routes_fixture.h"

namespace interpres {

inline constexpr char kToken[] = "a-token-of-the-tests-0123";

class GlossaryRoutesTest : public HttpRoutesTest {
 protected:
  void SetUp() override {
    HttpRoutesTest::SetUp();
    const std::filesystem::path root = temp_.path() / "glossaries";
    std::filesystem::create_directory(root);
    auto store = GlossaryStore::Load({.directory = root.string()}, metrics_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
    context_.glossaries = store_.get();
    auto tokens = BearerTokens::Load(temp_.Write("tokens", kToken));
    ASSERT_TRUE(tokens.ok()) << tokens.status();
    tokens_ = *std::move(tokens);
    context_.tokens = tokens_.get();
  }

  std::unique_ptr<GlossaryStore> store_;
  std::unique_ptr<BearerTokens> tokens_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_SERVER_HTTP_GLOSSARY_ROUTES_FIXTURE_H_
