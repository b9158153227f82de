#include "server/security/token_owner.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(TokenOwnerTest, IsADigestOfTheToken) {
  // printf 'interpres-glossary-owner:%s' 0123456789abcdef | sha256sum
  EXPECT_EQ(TokenOwner("Bearer 0123456789abcdef"),
            "0ad3ecce2e23bf3068b596c80d83c04e");
  EXPECT_EQ(TokenOwner("bearer 0123456789abcdef"),
            TokenOwner("Bearer 0123456789abcdef"));
  EXPECT_NE(TokenOwner("Bearer 0123456789abcdeg"),
            TokenOwner("Bearer 0123456789abcdef"));
}

}  // namespace
}  // namespace interpres
