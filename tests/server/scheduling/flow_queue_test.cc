#include "server/scheduling/flow_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

namespace interpres {
namespace {

Flow Interactive(uint64_t client) {
  return {.priority = Priority::kInteractive, .client = client};
}

Flow Batch(uint64_t client) {
  return {.priority = Priority::kBatch, .client = client};
}

std::string PopAll(FlowQueue<char>& queue) {
  std::string order;
  while (!queue.empty()) {
    order.push_back(queue.Pop());
  }
  return order;
}

TEST(FlowQueueTest, OneFlowIsServedInTheOrderOfArrival) {
  FlowQueue<char> queue;
  for (const char item : {'a', 'b', 'c'}) {
    queue.Push(Interactive(1), 1.0, item);
  }
  EXPECT_EQ(PopAll(queue), "abc");
}

TEST(FlowQueueTest, AClientDoesNotWaitForTheItemsOfAnother) {
  FlowQueue<char> queue;
  for (int i = 0; i < 5; ++i) {
    queue.Push(Interactive(1), 100.0, 'a');
  }
  queue.Push(Interactive(2), 1.0, 'b');
  EXPECT_EQ(PopAll(queue), "abaaaa");
}

TEST(FlowQueueTest, InteractiveItemsGetEightTimesTheServiceOfBatchItems) {
  FlowQueue<char> queue;
  for (int i = 0; i < 100; ++i) {
    queue.Push(Batch(1), 1.0, 'b');
    queue.Push(Interactive(1), 1.0, 'i');
  }
  std::map<char, int> served;
  for (int i = 0; i < 90; ++i) {
    ++served[queue.Pop()];
  }
  EXPECT_EQ(served['i'], 80);
  EXPECT_EQ(served['b'], 10);
}

TEST(FlowQueueTest, AClientOfBothPrioritiesHasTwoFlows) {
  FlowQueue<char> queue;
  queue.Push(Batch(1), 1000.0, 'x');
  queue.Push(Batch(1), 1000.0, 'y');
  queue.Push(Interactive(1), 1000.0, 'i');
  EXPECT_EQ(PopAll(queue), "xiy");
}

TEST(FlowQueueTest, ItemsNeedOnlyBeMovable) {
  FlowQueue<std::unique_ptr<int>> queue;
  queue.Push(Interactive(1), 1.0, std::make_unique<int>(3));
  EXPECT_EQ(*queue.Pop(), 3);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace interpres
