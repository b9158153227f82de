#include "server/service/glossary_thread.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "server/base/retry_delay.h"

namespace interpres {
namespace {

TEST(GlossaryThreadTest, RunsTasksInTheirOrder) {
  std::vector<int> order;
  {
    GlossaryThread thread;
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(thread.Post([&order, i] { order.push_back(i); }).ok());
    }
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2}));
}

TEST(GlossaryThreadTest, RefusesTasksAboveItsMaximum) {
  std::promise<void> end;
  const std::shared_future<void> ended = end.get_future().share();
  GlossaryThread thread;
  for (int64_t i = 0; i < GlossaryThread::kMaxCalls; ++i) {
    ASSERT_TRUE(thread.Post([ended] { ended.wait(); }).ok());
  }
  bool ran = false;
  const absl::Status status = thread.Post([&ran] { ran = true; });
  EXPECT_TRUE(absl::IsResourceExhausted(status));
  EXPECT_TRUE(RetryDelay(status).has_value());
  EXPECT_FALSE(ran);
  end.set_value();
}

}  // namespace
}  // namespace interpres
