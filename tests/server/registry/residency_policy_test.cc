#include "server/registry/residency_policy.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace interpres {
namespace {

using Action = ResidencyStep::Action;

TimePoint At(int second) { return TimePoint(std::chrono::seconds(second)); }

ResidencyState Idle(int last_used) {
  return {.is_resident = true, .last_used = At(last_used)};
}
ResidencyState Busy(int last_used) {
  return {.is_resident = true, .is_idle = false, .last_used = At(last_used)};
}
ResidencyState Closed(int last_used) {
  return {.is_resident = true,
          .is_idle = false,
          .is_closed = true,
          .last_used = At(last_used)};
}
ResidencyState Absent() { return {}; }
ResidencyState Waiting(int since) {
  return {.is_idle = false, .waiting_since = At(since)};
}

ResidencyStep Next(const std::vector<ResidencyState>& models,
                   int64_t max_resident) {
  return NextResidencyStep(models, max_resident);
}

ResidencyStep Step(Action action, std::size_t model) {
  return {.action = action, .model = model};
}

TEST(ResidencyPolicyTest, DoesNothingWithoutWaitingJobs) {
  EXPECT_EQ(Next({}, 1), ResidencyStep());
  EXPECT_EQ(Next({Idle(1), Absent()}, 1), ResidencyStep());
  EXPECT_EQ(Next({Busy(1), Absent()}, 2), ResidencyStep());
}

TEST(ResidencyPolicyTest, LoadsInTheOrderOfWaiting) {
  EXPECT_EQ(Next({Waiting(3), Waiting(2), Idle(1)}, 2), Step(Action::kLoad, 1));
  EXPECT_EQ(Next({Waiting(2), Waiting(3)}, 1), Step(Action::kLoad, 0));
}

TEST(ResidencyPolicyTest, UnloadsTheLeastRecentlyUsedIdleModel) {
  EXPECT_EQ(Next({Idle(3), Idle(2), Busy(1), Waiting(4)}, 3),
            Step(Action::kUnload, 1));
  // An idle model goes before a closed one that is busy still.
  EXPECT_EQ(Next({Closed(1), Idle(2), Waiting(4)}, 2),
            Step(Action::kUnload, 1));
}

TEST(ResidencyPolicyTest, ClosesTheTurnOfOneBusyModel) {
  EXPECT_EQ(Next({Busy(3), Busy(2), Waiting(4), Waiting(5)}, 2),
            Step(Action::kCloseTurn, 1));
  EXPECT_EQ(Next({Busy(3), Closed(2), Waiting(4), Waiting(5)}, 2),
            ResidencyStep());
}

TEST(ResidencyPolicyTest, OpensATurnBeforeALoadThatHasRoom) {
  EXPECT_EQ(Next({Closed(1), Absent(), Waiting(2)}, 2),
            Step(Action::kOpenTurn, 0));
  // The jobs that waited were cancelled.
  EXPECT_EQ(Next({Closed(1), Absent()}, 1), Step(Action::kOpenTurn, 0));
}

TEST(ResidencyPolicyTest, GoesBelowTheLimitAfterAReload) {
  EXPECT_EQ(Next({Idle(2), Busy(1)}, 1), Step(Action::kUnload, 0));
  EXPECT_EQ(Next({Busy(2), Busy(1)}, 1), Step(Action::kCloseTurn, 1));
  EXPECT_EQ(Next({Idle(2), Idle(1)}, 0), Step(Action::kUnload, 1));
}

// A model whose every request takes one round, and that always has new ones.
// The models below compete for one place.
TEST(ResidencyPolicyTest, NoModelStarves) {
  std::vector<ResidencyState> models = {Busy(0), Waiting(0), Waiting(0)};
  std::vector<int> loads(models.size());
  for (int time = 1; time < 100; ++time) {
    const ResidencyStep step = Next(models, 1);
    ResidencyState& model = models[step.model];
    switch (step.action) {
      case Action::kLoad:
        ++loads[step.model];
        model = Busy(time);
        break;
      case Action::kUnload:
        model = Waiting(time);
        break;
      case Action::kCloseTurn:
        model.is_closed = true;
        model.is_idle = true;  // its requests have ended
        break;
      case Action::kOpenTurn:
      case Action::kWait:
        FAIL() << "nothing to do at " << time;
    }
  }
  for (const int count : loads) {
    EXPECT_GE(count, 10);
  }
}

}  // namespace
}  // namespace interpres
