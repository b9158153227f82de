#include "client/server_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(ServerAddressTest, AcceptsTargetsOfGrpcWithAPort) {
  for (const char* address :
       {"127.0.0.1:50051", "localhost:1", "translate.example:65535",
        "[::1]:50051", "dns:translate.example:50051",
        "dns:///translate.example:50051", "dns://8.8.8.8/host:50051",
        "ipv4:127.0.0.1:50051", "ipv4:127.0.0.1:1,127.0.0.2:2",
        "ipv6:[::1]:50051", "ipv6:[::1]:1,[::2]:2"}) {
    EXPECT_EQ(CheckServerAddress(address), absl::OkStatus()) << address;
  }
}

TEST(ServerAddressTest, AcceptsTargetsWithoutPorts) {
  for (const char* address : {"unix:server.sock", "unix:///run/interpres.sock",
                              "unix-abstract:interpres", "xds:///translate"}) {
    EXPECT_EQ(CheckServerAddress(address), absl::OkStatus()) << address;
  }
}

TEST(ServerAddressTest, RejectsAMissingPort) {
  for (const char* address :
       {"", "localhost", "127.0.0.1", "[::1]", "::1", "::1:50051", ":50051",
        "dns:///translate.example", "dns://translate.example:50051",
        "ipv4:127.0.0.1", "ipv4:127.0.0.1:1,127.0.0.2"}) {
    const absl::Status status = CheckServerAddress(address);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << address;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("; expected HOST:PORT"));
  }
}

TEST(ServerAddressTest, RejectsAPortOutOfRange) {
  for (const char* address :
       {"127.0.0.1:99999", "127.0.0.1:65536", "localhost:0", "localhost:",
        "localhost:-1", "localhost:+1", "localhost: 1", "localhost:050051",
        "localhost:http", "localhost:1x", "[::1]:99999999999999999999",
        "dns:///translate.example:99999", "ipv4:127.0.0.1:1,127.0.0.2:0"}) {
    const absl::Status status = CheckServerAddress(address);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << address;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("expected a port from 1 to 65535"))
        << address;
  }
}

TEST(ServerAddressTest, TheMessageFollowsTheTemplate) {
  EXPECT_EQ(CheckServerAddress("127.0.0.1:99999").message(),
            "server address is \"127.0.0.1:99999\" with port \"99999\"; "
            "expected a port from 1 to 65535; correct the port");
  EXPECT_EQ(CheckServerAddress("localhost").message(),
            "server address is \"localhost\"; expected HOST:PORT, or "
            "[IPV6]:PORT; correct the address, for example 127.0.0.1:50051");
}

}  // namespace
}  // namespace interpres
