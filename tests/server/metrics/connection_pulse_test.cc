#include "server/metrics/connection_pulse.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <string>

#include "model/base/file_descriptor.h"

namespace interpres {
namespace {

class ConnectionPulseTest : public ::testing::Test {
 protected:
  // Listens on 127.0.0.1.
  void SetUp() override {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const named = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof(address);
    ASSERT_EQ(bind(listening_.value(), named, size), 0);
    ASSERT_EQ(listen(listening_.value(), 1), 0);
    ASSERT_EQ(getsockname(listening_.value(), named, &size), 0);
    port_ = ntohs(address.sin_port);
  }

  // Blocks until a connection arrives.
  bool Accept() const {
    return FileDescriptor(accept(listening_.value(), nullptr, nullptr))
               .value() >= 0;
  }

  const FileDescriptor listening_{socket(AF_INET, SOCK_STREAM, 0)};
  int port_ = 0;
};

TEST_F(ConnectionPulseTest, ConnectsAgainAndAgain) {
  for (const std::string host : {"127.0.0.1", "0.0.0.0"}) {
    const ConnectionPulse pulse(host, port_);
    EXPECT_TRUE(Accept());
    EXPECT_TRUE(Accept());
  }
}

TEST_F(ConnectionPulseTest, APortThatRefusesIsNoError) {
  ASSERT_EQ(shutdown(listening_.value(), SHUT_RDWR), 0);
  const ConnectionPulse refused("127.0.0.1", port_);
  const ConnectionPulse unknown("a.name.example", port_);
}

}  // namespace
}  // namespace interpres
