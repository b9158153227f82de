#include "server/base/permits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace interpres {
namespace {

TEST(PermitsTest, GivesNoMoreThanTheLimit) {
  Permits permits(2);
  Permits::Permit first = permits.TryTake();
  const Permits::Permit second = permits.TryTake();
  EXPECT_NE(first, nullptr);
  EXPECT_NE(second, nullptr);
  EXPECT_EQ(permits.TryTake(), nullptr);
  const Permits::Permit moved = std::move(first);
  EXPECT_EQ(permits.TryTake(), nullptr);
}

TEST(PermitsTest, ComeBack) {
  Permits permits(1);
  permits.TryTake().reset();
  EXPECT_NE(permits.TryTake(), nullptr);
  EXPECT_NE(permits.TryTake(), nullptr);
}

TEST(PermitsTest, AreNeverTooManyAcrossThreads) {
  Permits permits(2);
  std::atomic<int> held = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int taken = 0; taken < 1000;) {
        const Permits::Permit permit = permits.TryTake();
        if (permit != nullptr) {
          const int now = ++held;
          int before = most;
          while (before < now && !most.compare_exchange_weak(before, now)) {
          }
          --held;
          ++taken;
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_LE(most, 2);
}

}  // namespace
}  // namespace interpres
