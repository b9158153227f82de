#include "server/http/page_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "server/http/http_routes.h"
#include "server/page/page_files.h"
#include "tests/server/service/service_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Keeps the response of a call that answers when it starts.
class KeptResponse final : public ResponseSink {
 public:
  void Send(HttpResponse response) override { response_ = std::move(response); }
  void BeginStream(HttpResponse /*head*/) override { FAIL(); }
  void StreamData(std::string /*data*/) override { FAIL(); }
  void EndStream() override { FAIL(); }
  HttpResponse& response() { return response_; }

 private:
  HttpResponse response_;
};

class PageResponseTest : public ServiceTest {
 protected:
  // The response as a connection would send it.
  HttpResponse Ask(const HttpRequest& request) {
    HttpHandler::Verdict verdict = routes_.CheckHead(request);
    HttpResponse response;
    if (verdict.refusal) {
      response = *std::move(verdict.refusal);
    } else {
      const auto sink = std::make_shared<KeptResponse>();
      routes_.MakeCall({.request = request, .sink = sink})->Start();
      response = std::move(sink->response());
    }
    routes_.Complete(request, response);
    return response;
  }
  HttpResponse Get(const std::string& path, const std::string& tag = "") {
    HttpRequest request = {.method = "GET", .path = path};
    if (!tag.empty()) {
      request.headers.emplace_back("if-none-match", tag);
    }
    return Ask(request);
  }

  HttpOptions options_;
  HttpRoutes routes_{options_, context_};
};

// Also while the models are loading.
TEST_F(PageResponseTest, EveryFileIsServed) {
  for (const PageFile& file : PageFiles()) {
    const HttpResponse response = Get(std::string(file.path));
    EXPECT_EQ(response.status, 200) << file.path;
    EXPECT_EQ(response.body, file.content);
    EXPECT_EQ(response.content_type, file.content_type);
    EXPECT_EQ(HeaderValue(response.headers, "etag"), file.etag);
    EXPECT_EQ(HeaderValue(response.headers, "cache-control"), "no-cache");
  }
}

TEST_F(PageResponseTest, ThePolicyIsStrict) {
  const HttpResponse response = Get("/");
  const auto header = [&](std::string_view name) {
    return std::string(HeaderValue(response.headers, name));
  };
  const std::string policy = header("content-security-policy");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'; script-src 'self'; "
                                "style-src 'self'; connect-src 'self'; "
                                "img-src 'self' data:;"));
  EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_EQ(header("x-content-type-options"), "nosniff");
  EXPECT_EQ(header("referrer-policy"), "no-referrer");
}

TEST_F(PageResponseTest, AKnownFileIsNotSentAgain) {
  const std::string etag = FindPageFile("/page.js")->etag;
  for (const std::string& tag :
       {etag, "W/" + etag, "\"other\", " + etag, std::string("*")}) {
    const HttpResponse response = Get("/page.js", tag);
    EXPECT_EQ(response.status, 304) << tag;
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(response.content_type, "");
    EXPECT_EQ(HeaderValue(response.headers, "etag"), etag);
  }
  EXPECT_EQ(Get("/page.js", "\"other\"").status, 200);
  EXPECT_EQ(Get("/page.js", FindPageFile("/")->etag).status, 200);
}

TEST_F(PageResponseTest, OtherPathsAndMethodsAreRefused) {
  EXPECT_EQ(Get("/index.html").status, 404);
  EXPECT_EQ(Get("/page_none.js").status, 404);
  EXPECT_EQ(Ask({.method = "HEAD", .path = "/"}).status, 200);
  const HttpResponse response = Ask({.method = "POST", .path = "/page.css"});
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(HeaderValue(response.headers, "allow"), "GET, HEAD, OPTIONS");
}

TEST_F(PageResponseTest, AnOperatorCanSwitchThePageOff) {
  options_.page = "off";
  for (const PageFile& file : PageFiles()) {
    EXPECT_EQ(Get(std::string(file.path)).status, 404) << file.path;
  }
  EXPECT_EQ(Get("/healthz").status, 200);
}

}  // namespace
}  // namespace interpres
