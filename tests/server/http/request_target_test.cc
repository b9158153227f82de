#include "server/http/request_target.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(RequestTargetTest, DividesPathAndQuery) {
  HttpRequest request;
  ASSERT_TRUE(ParseTarget("/a%20b/c?d=%31#e", request));
  EXPECT_EQ(request.path, "/a b/c");
  EXPECT_EQ(request.query, "d=%31");
  ASSERT_TRUE(ParseTarget("/plain", request));
  EXPECT_EQ(request.query, "");
}

TEST(RequestTargetTest, AcceptsAddressesAndTheStar) {
  HttpRequest request;
  ASSERT_TRUE(ParseTarget("HTTPS://host:8080?q=1", request));
  EXPECT_EQ(request.path, "/");
  EXPECT_EQ(request.query, "q=1");
  ASSERT_TRUE(ParseTarget("*", request));
  EXPECT_EQ(request.path, "*");
}

TEST(RequestTargetTest, RefusesOtherForms) {
  HttpRequest request;
  for (const char* target :
       {"", "host:80", "a/b", "/%", "/%0", "/%g0", "/%00", "ftp://host/"}) {
    EXPECT_FALSE(ParseTarget(target, request)) << target;
  }
}

TEST(RequestTargetTest, APlusIsASpaceInForms) {
  EXPECT_EQ(PercentDecode("a+b", true), "a b");
  EXPECT_EQ(PercentDecode("a+b", false), "a+b");
}

}  // namespace
}  // namespace interpres
