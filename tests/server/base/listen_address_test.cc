#include "server/base/listen_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Accepted {
  const char* text;
  const char* target;
  bool loopback;
};

TEST(ListenAddressTest, AcceptsTheFormsOfGrpc) {
  for (const Accepted& row : {
           Accepted{"127.0.0.1:50051", "127.0.0.1:50051", true},
           Accepted{"127.255.0.9:0", "127.255.0.9:0", true},
           Accepted{"0.0.0.0:50051", "0.0.0.0:50051", false},
           Accepted{"128.0.0.1:1", "128.0.0.1:1", false},
           Accepted{"localhost:65535", "localhost:65535", true},
           Accepted{"LocalHost:1", "LocalHost:1", true},
           Accepted{"localhost.example.org:1", "localhost.example.org:1",
                    false},
           Accepted{"127.example.org:50051", "127.example.org:50051", false},
           Accepted{"127.0.0.1.example.org:1", "127.0.0.1.example.org:1",
                    false},
           Accepted{"127.1:1", "127.1:1", false},
           Accepted{"[::1]:50051", "[::1]:50051", true},
           Accepted{"[::]:50051", "[::]:50051", false},
           Accepted{"[fe80::1%eth0]:1", "[fe80::1%eth0]:1", false},
           Accepted{"ipv4:127.0.0.1:50051", "127.0.0.1:50051", true},
           Accepted{"ipv4:0.0.0.0:50051", "0.0.0.0:50051", false},
           Accepted{"ipv6:[::1]:50051", "[::1]:50051", true},
           Accepted{"dns:localhost:1", "localhost:1", true},
           Accepted{"dns:///localhost:1", "localhost:1", true},
           Accepted{"unix:/run/interpres.sock", "unix:/run/interpres.sock",
                    true},
           Accepted{"unix:relative", "unix:relative", true},
           Accepted{"unix:///run/a", "unix:///run/a", true},
           Accepted{"unix-abstract:name", "unix-abstract:name", true},
       }) {
    const auto address =
        ParseListenAddress(row.text, ListenProtocol::kGrpc, "--address");
    ASSERT_TRUE(address.ok()) << row.text << ": " << address.status();
    EXPECT_EQ(address->Target(), row.target) << row.text;
    EXPECT_EQ(IsLoopback(*address), row.loopback) << row.text;
  }
}

struct Rejected {
  const char* text;
  const char* expected;
};

TEST(ListenAddressTest, RejectsOtherTextsWithARemedy) {
  for (const Rejected& row : {
           Rejected{"", "expected host:port; add a port"},
           Rejected{"localhost", "expected host:port; add a port"},
           Rejected{"127.0.0.1", "for example 127.0.0.1:50051"},
           Rejected{"50051", "expected host:port; add a port"},
           Rejected{"127.0.0.1:", "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1:65536", "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1:99999", "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1:99999999999999999999",
                    "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1:-1", "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1:+80", "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1: 80", "expected a port from 0 to 65535"},
           Rejected{"127.0.0.1:https", "expected a port from 0 to 65535"},
           Rejected{"[::1]:99999", "expected a port from 0 to 65535"},
           Rejected{"ipv4:127.0.0.1:99999", "expected a port from 0 to 65535"},
           Rejected{"[::1]", "expected [IPv6 address]:port"},
           Rejected{"[localhost]:1", "expected [IPv6 address]:port"},
           Rejected{"[", "expected [IPv6 address]:port"},
           Rejected{"::1:50051", "write an IPv6 address in brackets"},
           Rejected{"http://127.0.0.1:50051", "expected host:port or"},
           Rejected{"ipv4:127.0.0.1", "expected host:port; add a port"},
           Rejected{":50051", "expected a host name or an IP address"},
           Rejected{"*:50051", "0.0.0.0 for all"},
           Rejected{" 127.0.0.1:1", "expected a host name or an IP address"},
           Rejected{"a,b:1", "expected a host name or an IP address"},
           Rejected{"unix:", "expected unix:PATH"},
           Rejected{"unix://", "expected unix:PATH"},
       }) {
    const absl::Status status =
        ParseListenAddress(row.text, ListenProtocol::kGrpc, "--address")
            .status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << row.text;
    const std::string message(status.message());
    EXPECT_THAT(message, StartsWith("--address is \"" + std::string(row.text) +
                                    "\"; expected "));
    EXPECT_THAT(message, HasSubstr(row.expected)) << row.text;
  }
}

TEST(ListenAddressTest, HttpHasIpv6AndNoUnixSockets) {
  const auto parse = [](const char* text) {
    return ParseListenAddress(text, ListenProtocol::kHttp, "--http-address");
  };
  EXPECT_EQ(parse("[::1]:8080")->Target(), "[::1]:8080");
  EXPECT_EQ(parse("localhost:0")->Target(), "localhost:0");
  for (const char* text : {"unix:/run/m", "ipv4:127.0.0.1:1", "8080"}) {
    EXPECT_EQ(parse(text).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
  }
}

TEST(ListenAddressTest, MetricsHaveNeitherIpv6NorUnixSockets) {
  const auto parse = [](const char* text) {
    return ParseListenAddress(text, ListenProtocol::kMetrics,
                              "--metrics-address");
  };
  ASSERT_TRUE(parse("0.0.0.0:9464").ok());
  EXPECT_EQ(parse("localhost:0")->Target(), "localhost:0");
  for (const char* text : {"[::1]:9464", "unix:/run/m", "ipv4:127.0.0.1:1",
                           "9464", "127.0.0.1:9464s", "127.0.0.1:1,[::1]:2"}) {
    EXPECT_EQ(parse(text).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
  }
  EXPECT_THAT(std::string(parse("[::1]:9464").status().message()),
              HasSubstr("write, for example, 0.0.0.0:9464"));
}

}  // namespace
}  // namespace interpres
