#include "server/service/call_identity.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

constexpr char kTrace[] = "4bf92f3577b34da6a3ce929d0e0e4736";
constexpr char kSpan[] = "00f067aa0ba902b7";

std::string Parent(const std::string& version, const std::string& trace,
                   const std::string& span) {
  return version + "-" + trace + "-" + span + "-01";
}

TEST(CallIdentityTest, TakesTheCallersRequestId) {
  EXPECT_EQ(IdentityOf("order-66", "").request_id, "order-66");
}

TEST(CallIdentityTest, MakesOneWhereTheCallersCannotBeUsed) {
  const std::string first = IdentityOf("", "").request_id;
  EXPECT_EQ(first.size(), 16U);
  EXPECT_EQ(first.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(IdentityOf("", "").request_id, first);
  for (const std::string& unusable :
       {std::string("two words"), std::string("line\nbreak"),
        std::string(kMaxRequestIdLength + 1, 'x')}) {
    EXPECT_EQ(IdentityOf(unusable, "").request_id.size(), 16U) << unusable;
  }
  const std::string longest(kMaxRequestIdLength, 'x');
  EXPECT_EQ(IdentityOf(longest, "").request_id, longest);
}

TEST(CallIdentityTest, ReadsTheTraceContext) {
  const CallIdentity identity = IdentityOf("", Parent("00", kTrace, kSpan));
  EXPECT_EQ(identity.trace_id, kTrace);
  EXPECT_EQ(identity.parent_span_id, kSpan);
  EXPECT_EQ(IdentityOf("", Parent("01", kTrace, kSpan) + "-more").trace_id,
            kTrace);
}

TEST(CallIdentityTest, IgnoresAnInvalidTraceContext) {
  const std::string zeros(32, '0');
  for (const std::string& malformed :
       {std::string(), std::string("00"), Parent("ff", kTrace, kSpan),
        Parent("00", zeros, kSpan), Parent("00", kTrace, "0000000000000000"),
        Parent("00", "4BF92F3577B34DA6A3CE929D0E0E4736", kSpan),
        Parent("00", std::string(kTrace).substr(1), kSpan)}) {
    const CallIdentity identity = IdentityOf("", malformed);
    EXPECT_EQ(identity.trace_id, "") << malformed;
    EXPECT_EQ(identity.parent_span_id, "") << malformed;
  }
}

}  // namespace
}  // namespace interpres
