#include "server/metrics/metrics_listener.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(MetricsListenerTest, HoldsItsPortUntilItIsDestroyed) {
  Metrics metrics;
  Metrics others;
  auto listener = std::make_unique<MetricsListener>("127.0.0.1:0", metrics);
  EXPECT_EQ(listener->port(), 0);
  ASSERT_TRUE(listener->Start().ok());
  ASSERT_GT(listener->port(), 0);
  const std::string taken = "127.0.0.1:" + std::to_string(listener->port());

  const absl::Status refused = MetricsListener(taken, others).Start();
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr(std::string(listener->flag()) + " is \"" + taken));

  listener->BeginDrain();
  listener->EndDrain(std::chrono::seconds(0));
  EXPECT_FALSE(MetricsListener(taken, others).Start().ok())
      << "a drain leaves the port of the metrics open";
  listener = nullptr;
  EXPECT_TRUE(MetricsListener(taken, others).Start().ok());
}

}  // namespace
}  // namespace interpres
