#include "model/training/worker_pool.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace interpres {
namespace {

TEST(WorkerPoolTest, EveryWorkerRunsEachTaskOnce) {
  WorkerPool pool(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> calls(3, 0);
    pool.Run([&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
    EXPECT_EQ(calls, (std::vector<int>{1, 1, 1}));
  }
}

TEST(WorkerPoolTest, AWorkerIsAlwaysTheSameThread) {
  WorkerPool pool(2);
  std::vector<std::thread::id> first(2);
  std::vector<std::thread::id> second(2);
  pool.Run([&](int worker) {
    first[static_cast<std::size_t>(worker)] = std::this_thread::get_id();
  });
  pool.Run([&](int worker) {
    second[static_cast<std::size_t>(worker)] = std::this_thread::get_id();
  });
  EXPECT_EQ(first, second);
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[0], std::this_thread::get_id());
}

}  // namespace
}  // namespace interpres
