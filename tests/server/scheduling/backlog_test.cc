#include "server/scheduling/backlog.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

constexpr uint64_t kAnna = 1;
constexpr uint64_t kBen = 2;

TEST(BacklogTest, KeepsTheLoadOfEachClient) {
  Backlog backlog;
  backlog.Add(kAnna, {.jobs = 3, .tokens = 30, .cost = 60});
  backlog.Add(kAnna, {.jobs = 1, .tokens = 10, .cost = 20});
  backlog.Add(kBen, {.jobs = 2, .tokens = 20, .cost = 40});
  backlog.Subtract(kAnna, {.jobs = 2, .tokens = 20, .cost = 40});
  EXPECT_EQ(backlog.LoadOfClient(kAnna),
            (QueueLoad{.jobs = 2, .tokens = 20, .cost = 40}));
  EXPECT_EQ(backlog.load(), (QueueLoad{.jobs = 4, .tokens = 40, .cost = 80}));
}

TEST(BacklogTest, ForgetsAClientWithoutLoad) {
  Backlog backlog;
  backlog.Add(kAnna, {.jobs = 1, .tokens = 10, .cost = 20});
  backlog.Add(kBen, {});
  backlog.Subtract(kAnna, {.jobs = 1, .tokens = 10, .cost = 20});
  EXPECT_TRUE(backlog.clients().empty());
  EXPECT_EQ(backlog.load(), QueueLoad());
}

}  // namespace
}  // namespace interpres
