#include "server/exposure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string Refusal(const ServerOptions& options) {
  const absl::Status status = CheckExposure(options);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

ServerOptions WithTokens(const std::string& address) {
  ServerOptions options;
  options.address = address;
  options.token_file = "tokens";
  return options;
}

ServerOptions WithAdmin(const std::string& address) {
  ServerOptions options;
  options.admin_address = address;
  return options;
}

TEST(ExposureTest, AcceptsTheDefaults) {
  EXPECT_TRUE(CheckExposure(ServerOptions()).ok());
}

TEST(ExposureTest, TokensNeedTlsUnlessTheAddressIsLoopback) {
  for (const char* address :
       {"127.0.0.1:1", "localhost:1", "[::1]:1", "unix:/run/s",
        "ipv4:127.0.0.1:1", "ipv6:[::1]:1"}) {
    EXPECT_TRUE(CheckExposure(WithTokens(address)).ok()) << address;
  }
  for (const char* address :
       {"0.0.0.0:1", "127.example.org:1", "localhost.example.org:1"}) {
    EXPECT_THAT(Refusal(WithTokens(address)),
                AllOf(HasSubstr("refusing bearer tokens on " +
                                std::string(address) + " without TLS"),
                      HasSubstr("--plaintext-tokens")));
  }
}

TEST(ExposureTest, TokensNeedTlsOnTheAdminAddressToo) {
  ServerOptions options = WithTokens("127.0.0.1:1");
  options.admin_address = "127.example.org:2";
  EXPECT_THAT(Refusal(options), HasSubstr("127.example.org:2 without TLS"));
}

TEST(ExposureTest, TokensNeedTlsOverHttpToo) {
  ServerOptions options = WithTokens("127.0.0.1:1");
  options.http.address = "[::1]:2";
  EXPECT_TRUE(CheckExposure(options).ok());
  options.http.address = "0.0.0.0:2";
  EXPECT_THAT(Refusal(options), HasSubstr("0.0.0.0:2 without TLS"));
}

TEST(ExposureTest, TlsAndPlaintextTokensAllowTokens) {
  ServerOptions options = WithTokens("0.0.0.0:1");
  options.plaintext_tokens = true;
  EXPECT_TRUE(CheckExposure(options).ok());
  options.plaintext_tokens = false;
  options.tls.certificate = "server.pem";
  EXPECT_TRUE(CheckExposure(options).ok());
}

TEST(ExposureTest, AnOpenAdminAddressNeedsAGuard) {
  for (const char* address : {"127.0.0.1:1", "ipv6:[::1]:1", ""}) {
    EXPECT_TRUE(CheckExposure(WithAdmin(address)).ok()) << address;
  }
  for (const char* address : {"0.0.0.0:1", "127.example.org:1"}) {
    EXPECT_THAT(Refusal(WithAdmin(address)),
                AllOf(HasSubstr("refusing the admin service on " +
                                std::string(address)),
                      HasSubstr("--token-file"), HasSubstr("--admin-address")));
  }
  ServerOptions options = WithAdmin("0.0.0.0:1");
  options.tls.client_ca = "ca.pem";
  EXPECT_TRUE(CheckExposure(options).ok());
}

TEST(ExposureTest, RefusesAMalformedAddress) {
  EXPECT_THAT(Refusal(WithTokens("127.0.0.1:99999")),
              HasSubstr("--address is \"127.0.0.1:99999\""));
  EXPECT_THAT(Refusal(WithAdmin("localhost")),
              HasSubstr("--admin-address is \"localhost\""));
}

}  // namespace
}  // namespace interpres
