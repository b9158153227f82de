#include "server/scheduling/backlog.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

constexpr uint64_t kCarla = 1;
constexpr uint64_t kDavid = 2;

TEST(BacklogTest, KeepsTheLoadOfEachClient) {
  Backlog backlog;
  backlog.Add(kCarla, {.jobs = 3, .tokens = 30, .cost = 60});
  backlog.Add(kCarla, {.jobs = 1, .tokens = 10, .cost = 20});
  backlog.Add(kDavid, {.jobs = 2, .tokens = 20, .cost = 40});
  backlog.Subtract(kCarla, {.jobs = 2, .tokens = 20, .cost = 40});
  EXPECT_EQ(backlog.LoadOfClient(kCarla),
            (QueueLoad{.jobs = 2, .tokens = 20, .cost = 40}));
  EXPECT_EQ(backlog.load(), (QueueLoad{.jobs = 4, .tokens = 40, .cost = 80}));
}

TEST(BacklogTest, ForgetsAClientWithoutLoad) {
  Backlog backlog;
  backlog.Add(kCarla, {.jobs = 1, .tokens = 10, .cost = 20});
  backlog.Add(kDavid, {});
  backlog.Subtract(kCarla, {.jobs = 1, .tokens = 10, .cost = 20});
  EXPECT_TRUE(backlog.clients().empty());
  EXPECT_EQ(backlog.load(), QueueLoad());
}

}  // namespace
}  // namespace interpres
