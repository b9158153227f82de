#include "server/service/call_info.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace interpres {
namespace {

TEST(ReadHeadersTest, FindsEachHeaderByItsName) {
  const std::map<std::string, std::string> headers = {
      {"authorization", "Bearer a"},          {"interpres-client", "one"},
      {"x-request-id", "order-66"},           {"traceparent", "00-1-2-01"},
      {"interpres-max-response-bytes", "77"}, {"x-goog-api-key", "key"},
      {"interpres-priority", "batch"}};
  const CallInfo info = ReadHeaders(
      [&](const char* name) { return std::string_view(headers.at(name)); });
  EXPECT_EQ(info.authorization, "Bearer a");
  EXPECT_EQ(info.client_name, "one");
  EXPECT_EQ(info.request_id, "order-66");
  EXPECT_EQ(info.traceparent, "00-1-2-01");
  EXPECT_EQ(info.max_response_bytes, "77");
  EXPECT_EQ(info.api_key, "key");
  EXPECT_EQ(info.priority, "batch");
  EXPECT_EQ(info.peer, "");
  EXPECT_FALSE(info.timeout.has_value());
}

}  // namespace
}  // namespace interpres
