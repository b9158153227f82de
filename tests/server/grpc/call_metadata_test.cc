#include "server/grpc/call_metadata.h"

#include <gmock/gmock.h>
#include <grpcpp/test/server_context_test_spouse.h>
#include <gtest/gtest.h>

#include <chrono>

namespace interpres {
namespace {

using std::chrono::seconds;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

TEST(RemainingTimeTest, ConvertsDeadlines) {
  using WallClock = std::chrono::system_clock;
  const WallClock::time_point now = WallClock::time_point(seconds(1'000'000));
  EXPECT_EQ(RemainingTime(now + seconds(3), now), seconds(3));
  EXPECT_EQ(RemainingTime(now - seconds(3), now), -seconds(3));
  EXPECT_EQ(RemainingTime(WallClock::time_point::max(), now), std::nullopt);
}

TEST(CallInfoOfTest, ReadsTheMetadata) {
  grpc::ServerContext server;
  grpc::testing::ServerContextTestSpouse spouse(&server);
  spouse.AddClientMetadata("authorization", "Bearer a");
  spouse.AddClientMetadata("x-request-id", "order-66");
  const CallInfo info = CallInfoOf(server);
  EXPECT_EQ(info.authorization, "Bearer a");
  EXPECT_EQ(info.request_id, "order-66");
  EXPECT_EQ(info.client_name, "");
  EXPECT_EQ(info.timeout, std::nullopt);
}

TEST(AddTrailerTest, AddsEachHeader) {
  grpc::ServerContext server;
  const grpc::testing::ServerContextTestSpouse spouse(&server);
  AddTrailer({{"interpres-total-ms", "1.000"}, {"interpres-request-id", "7"}},
             server);
  EXPECT_THAT(spouse.GetTrailingMetadata(),
              UnorderedElementsAre(Pair("interpres-total-ms", "1.000"),
                                   Pair("interpres-request-id", "7")));
}

}  // namespace
}  // namespace interpres
