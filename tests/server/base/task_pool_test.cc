#include "server/base/task_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace interpres {
namespace {

TEST(TaskPoolTest, RunsEverythingBeforeItIsDestroyed) {
  std::atomic<int> count = 0;
  {
    TaskPool pool(3);
    for (int i = 0; i < 1000; ++i) {
      pool.Post([&count] { ++count; });
    }
  }
  EXPECT_EQ(count, 1000);
}

TEST(TaskPoolTest, OneThreadKeepsTheOrder) {
  std::vector<int> order;
  {
    TaskPool pool(1);
    for (int i = 0; i < 100; ++i) {
      pool.Post([&order, i] { order.push_back(i); });
    }
  }
  ASSERT_EQ(order.size(), 100U);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(order[i], i);
  }
}

TEST(TaskPoolTest, ThreadsRunAtTheSameTime) {
  std::latch together(2);
  TaskPool pool(2);
  for (int i = 0; i < 2; ++i) {
    pool.Post([&together] { together.arrive_and_wait(); });
  }
}

TEST(TaskPoolTest, ATaskMayPost) {
  std::atomic<int> count = 0;
  {
    TaskPool pool(1);
    pool.Post([&] { pool.Post([&count] { ++count; }); });
  }
  EXPECT_EQ(count, 1);
}

// For the sanitizers: its last task may end the pool while Post returns.
TEST(TaskPoolTest, TheLastTaskMayEndThePool) {
  for (int i = 0; i < 200; ++i) {
    std::latch ran(1);
    auto pool = std::make_unique<TaskPool>(1);
    std::thread poster([&] { pool->Post([&ran] { ran.count_down(); }); });
    ran.wait();
    pool.reset();
    poster.join();
  }
}

}  // namespace
}  // namespace interpres
