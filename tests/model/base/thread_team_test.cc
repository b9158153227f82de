#include "model/base/thread_team.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace interpres {
namespace {

TEST(ThreadTeamTest, EveryWorkerRunsEachTaskOnce) {
  ThreadTeam team(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> calls(3, 0);
    team.Run([&](int worker) { ++calls[static_cast<std::size_t>(worker)]; });
    EXPECT_EQ(calls, (std::vector<int>{1, 1, 1}));
  }
}

TEST(ThreadTeamTest, AWorkerIsAlwaysTheSameThread) {
  ThreadTeam team(2);
  std::vector<std::thread::id> first(2);
  std::vector<std::thread::id> second(2);
  team.Run([&](int worker) {
    first[static_cast<std::size_t>(worker)] = std::this_thread::get_id();
  });
  team.Run([&](int worker) {
    second[static_cast<std::size_t>(worker)] = std::this_thread::get_id();
  });
  EXPECT_EQ(first, second);
  EXPECT_NE(first[0], first[1]);
  EXPECT_NE(first[0], std::this_thread::get_id());
}

TEST(ThreadTeamTest, ThrowsWhatAWorkerThrewOnceAllHaveReturned) {
  ThreadTeam team(3);
  std::atomic<int> returned = 0;
  const auto fail = [&](int worker) {
    if (worker > 0) {
      throw std::bad_alloc();
    }
    ++returned;
  };
  EXPECT_THROW(team.Run(fail), std::bad_alloc);
  EXPECT_EQ(returned, 1);
  team.Run([&](int /*worker*/) { ++returned; });
  EXPECT_EQ(returned, 4);
}

}  // namespace
}  // namespace interpres
