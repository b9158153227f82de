#include "server/service/client_key.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(ClientKeyTest, ATokenSaysWhoCalls) {
  const uint64_t key = ClientKey({.authorization = "Bearer a",
                                  .client_name = "one",
                                  .peer = "ipv4:192.0.2.1:50000"});
  EXPECT_EQ(ClientKey({.authorization = "Bearer a",
                       .client_name = "two",
                       .peer = "ipv4:192.0.2.2:50000"}),
            key);
  EXPECT_EQ(ClientKey({.authorization = "bearer a"}), key);
  EXPECT_NE(ClientKey({.authorization = "Bearer b"}), key);
}

TEST(ClientKeyTest, WithoutATokenTheClientsNameDoes) {
  const uint64_t key =
      ClientKey({.client_name = "one", .peer = "ipv4:192.0.2.1:50000"});
  EXPECT_EQ(ClientKey({.client_name = "one", .peer = "ipv4:192.0.2.2:1"}), key);
  EXPECT_NE(ClientKey({.client_name = "two", .peer = "ipv4:192.0.2.1:50000"}),
            key);
}

TEST(ClientKeyTest, WithoutANameTheHostDoesOverAllItsConnections) {
  const uint64_t key = ClientKey({.peer = "ipv4:192.0.2.1:50000"});
  EXPECT_EQ(ClientKey({.peer = "ipv4:192.0.2.1:50001"}), key);
  EXPECT_NE(ClientKey({.peer = "ipv4:192.0.2.2:50000"}), key);
  EXPECT_EQ(ClientKey({.peer = "ipv6:%5B::1%5D:50000"}),
            ClientKey({.peer = "ipv6:%5B::1%5D:50001"}));
}

TEST(ClientKeyTest, OneTextMeansNothingElseInAnotherPlace) {
  EXPECT_NE(ClientKey({.authorization = "x"}), ClientKey({.client_name = "x"}));
  EXPECT_NE(ClientKey({.client_name = "x"}), ClientKey({.peer = "x:1"}));
}

}  // namespace
}  // namespace interpres
