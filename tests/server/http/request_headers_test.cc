#include "server/http/request_headers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace interpres {
namespace {

constexpr TimePoint kNow{std::chrono::hours(1)};

TEST(RequestHeadersTest, ReadsTimeouts) {
  EXPECT_EQ(*DeadlineOfRequest("", kNow), kNever);
  EXPECT_EQ(*DeadlineOfRequest("2.5", kNow),
            kNow + std::chrono::milliseconds(2500));
  EXPECT_EQ(*DeadlineOfRequest("1e30", kNow), kNever);
  EXPECT_EQ(*DeadlineOfRequest("inf", kNow), kNever);
  for (const char* bad : {"0", "-1", "soon", "2s", "nan", "1,5"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(DeadlineOfRequest(bad, kNow).status()))
        << bad;
  }
}

TEST(RequestHeadersTest, AKeyStandsForABearerToken) {
  EXPECT_EQ(AuthorizationOfKey("k1"), "Bearer k1");
  EXPECT_EQ(AuthorizationOfKey(""), "");
}

TEST(RequestHeadersTest, EveryRequestHasAnId) {
  HttpRequest request;
  SetRequestId(request);
  EXPECT_EQ(request.Header("x-request-id").size(), 16U);
  request.headers = {{"x-request-id", "mine"}};
  SetRequestId(request);
  EXPECT_EQ(request.Header("x-request-id"), "mine");
  request.headers = {{"x-request-id", "not printable\x01"}};
  SetRequestId(request);
  EXPECT_EQ(request.Header("x-request-id").size(), 16U);
}

TEST(RequestHeadersTest, TheCallHasWhatTheRequestSays) {
  const HttpRequest request{.headers = {{"authorization", "Bearer ignored"},
                                        {"interpres-client", "key"},
                                        {"traceparent", "00-x"}},
                            .peer = "ipv4:192.0.2.1:5",
                            .deadline = kNow + std::chrono::seconds(3)};
  const CallInfo info = CallInfoOf(request, "Bearer token", kNow);
  EXPECT_EQ(info.authorization, "Bearer token");
  EXPECT_EQ(info.client_name, "key");
  EXPECT_EQ(info.traceparent, "00-x");
  EXPECT_EQ(info.peer, "ipv4:192.0.2.1:5");
  EXPECT_EQ(*info.timeout, std::chrono::seconds(3));
  EXPECT_EQ(CallInfoOf(HttpRequest(), "", kNow).timeout, std::nullopt);
}

}  // namespace
}  // namespace interpres
