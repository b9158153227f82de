#include "server/base/listen_failure.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A port of 127.0.0.1 that has a listener.
class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(socket_, generic, length), 0);
    EXPECT_EQ(listen(socket_, 1), 0);
    EXPECT_EQ(getsockname(socket_, generic, &length), 0);
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }

 private:
  const int socket_;
  int port_ = 0;
};

std::string Explain(const ListenAddress& address) {
  const absl::Status status = ExplainListenFailure(address, "--address");
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  return std::string(status.message());
}

// A system without /etc/hosts does not know the name.
bool KnowsLocalhost() {
  addrinfo* found = nullptr;
  const int error = getaddrinfo("localhost", nullptr, nullptr, &found);
  if (error == 0) {
    freeaddrinfo(found);
  }
  return error == 0;
}

TEST(ListenFailureTest, NamesATakenPort) {
  const Listener other;
  std::vector<std::string> hosts = {"127.0.0.1", "0.0.0.0"};
  if (KnowsLocalhost()) {
    hosts.emplace_back("localhost");
  }
  for (const std::string& host : hosts) {
    EXPECT_THAT(
        Explain({.host = host, .port = other.port()}),
        AllOf(StartsWith("--address is \"" + host + ":" +
                         std::to_string(other.port()) + "\"; "),
              HasSubstr("expected a port that no other program listens on"),
              HasSubstr("choose another port")));
  }
}

TEST(ListenFailureTest, NamesAnAddressOfAnotherMachine) {
  // 203.0.113.0/24 is reserved for documentation (RFC 5737).
  EXPECT_THAT(Explain({.host = "203.0.113.1", .port = 0}),
              AllOf(HasSubstr("\"203.0.113.1:0\""),
                    HasSubstr("expected an IP address of this machine"),
                    HasSubstr("0.0.0.0")));
}

TEST(ListenFailureTest, NamesAnUnknownHost) {
  // .invalid never resolves (RFC 6761).
  EXPECT_THAT(Explain({.host = "nowhere.invalid", .port = 1}),
              AllOf(HasSubstr("expected a host name that resolves ("),
                    HasSubstr("correct the name")));
}

TEST(ListenFailureTest, NamesADirectoryThatDoesNotExist) {
  EXPECT_THAT(Explain({.unix_socket = "unix:/nowhere/socket"}),
              AllOf(HasSubstr("unix:/nowhere/socket"),
                    HasSubstr("check that the directory exists")));
}

TEST(ListenFailureTest, SaysWhenTheReasonIsGone) {
  EXPECT_THAT(Explain({.host = "127.0.0.1", .port = 0}),
              HasSubstr("start the server again"));
}

}  // namespace
}  // namespace interpres
