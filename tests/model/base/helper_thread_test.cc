#include "model/base/helper_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace interpres {
namespace {

// How long the helper stays awake: not at all, a while, always.
class HelperThreadTest
    : public ::testing::TestWithParam<std::chrono::microseconds> {};

INSTANTIATE_TEST_SUITE_P(Awake, HelperThreadTest,
                         ::testing::Values(std::chrono::microseconds(0),
                                           std::chrono::microseconds(200),
                                           std::chrono::hours(1)));

TEST_P(HelperThreadTest, DoesBothPartsOnceAndReturnsAfterThem) {
  HelperThread helper([] {}, GetParam());
  int mine = 0;
  int theirs = 0;
  for (int round = 1; round <= 20000; ++round) {
    helper.Run([&] { ++mine; }, [&] { ++theirs; });
    ASSERT_EQ(mine, round);
    ASSERT_EQ(theirs, round);
  }
}

TEST_P(HelperThreadTest, WorksOnASeparateThreadThatIsPreparedFirst) {
  std::atomic<bool> prepared = false;
  HelperThread helper([&] { prepared = true; }, GetParam());
  const std::thread::id own = std::this_thread::get_id();
  // Not only when it has just started: it is found asleep and awake.
  for (int helped = 0; helped < 1000;) {
    bool elsewhere = false;
    std::atomic<bool> begun = false;
    helper.Run(
        [&] {
          // Long enough for a thread that sleeps.
          for (int i = 0; i < 1000 && !begun; ++i) {
            std::this_thread::yield();
          }
        },
        [&] {
          begun = true;
          elsewhere = std::this_thread::get_id() != own;
          EXPECT_TRUE(!elsewhere || prepared);
        });
    helped += elsewhere ? 1 : 0;
  }
}

TEST_P(HelperThreadTest, EndsUnused) {
  const HelperThread helper([] {}, GetParam());
}

}  // namespace
}  // namespace interpres
