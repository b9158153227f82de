#include "server/admission/receive_budget.h"

#include <gtest/gtest.h>

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "server/base/retry_delay.h"
#include "tests/testing/fake_clock.h"

namespace interpres {
namespace {

using std::chrono::seconds;

// One message that waits for room and records the calls of the budget.
class Caller {
 public:
  Caller(ReceiveBudget& budget, uint64_t client) : memory_(budget, client) {}

  void Await() {
    memory_.Await({.ready =
                       [this](const absl::Status& status) {
                         events_.push_back(status.ok() ? "read" : "refused");
                         status_ = status;
                       },
                   .too_slow =
                       [this](const absl::Status& status) {
                         events_.emplace_back("too slow");
                         status_ = status;
                       }});
  }
  // What has happened since the last call.
  std::vector<std::string> Events() { return std::exchange(events_, {}); }
  const absl::Status& status() const { return status_; }
  MessageMemory& memory() { return memory_; }

 private:
  std::vector<std::string> events_;
  absl::Status status_;
  MessageMemory memory_;
};

using Events = std::vector<std::string>;
const Events kRead = {"read"};
const Events kNothing = {};

class ReceiveBudgetTest : public ::testing::Test {
 protected:
  // A call of `client` that waits for its room, or has it.
  Caller& Arrive(uint64_t client) {
    callers_.emplace_back(budget_, client);
    callers_.back().Await();
    return callers_.back();
  }
  void ArriveMany(uint64_t client, int count) {
    for (int i = 0; i < count; ++i) {
      Arrive(client);
    }
  }

  FakeClock clock_;
  ReceiveBudget budget_{{.total_bytes = 100,
                         .message_bytes = 10,
                         .max_wait = seconds(5),
                         .max_receive = seconds(10)},
                        clock_};
  std::list<Caller> callers_;  // their addresses are known to the budget
};

TEST_F(ReceiveBudgetTest, ReservesTheMaximumAndKeepsTheRealSize) {
  Caller& caller = Arrive(1);
  EXPECT_EQ(caller.Events(), kRead);
  EXPECT_EQ(budget_.held_bytes(), 10);
  caller.memory().Received(3);
  EXPECT_EQ(budget_.held_bytes(), 3);
  caller.memory().Release();
  EXPECT_EQ(budget_.held_bytes(), 0);
  caller.memory().Release();
  EXPECT_EQ(budget_.held_bytes(), 0);
}

TEST_F(ReceiveBudgetTest, DestructionGivesBack) {
  Arrive(1).memory().Received(7);
  EXPECT_EQ(budget_.held_bytes(), 7);
  callers_.clear();
  EXPECT_EQ(budget_.held_bytes(), 0);
}

TEST_F(ReceiveBudgetTest, OneClientLeavesRoomForOthers) {
  ArriveMany(1, 8);  // 80 % of the budget
  for (Caller& caller : callers_) {
    EXPECT_EQ(caller.Events(), kRead);
  }
  EXPECT_EQ(Arrive(1).Events(), kNothing);
  EXPECT_EQ(Arrive(2).Events(), kRead);
  EXPECT_EQ(budget_.held_bytes(), 90);
}

TEST_F(ReceiveBudgetTest, AWaitingCallGoesOnWhenRoomIsReleased) {
  ArriveMany(1, 8);
  Caller& waiting = Arrive(1);
  callers_.front().memory().Release();
  EXPECT_EQ(waiting.Events(), kRead);
}

TEST_F(ReceiveBudgetTest, TheClientThatHoldsTheLeastGoesFirst) {
  ArriveMany(1, 8);
  Arrive(2);
  Arrive(4);
  EXPECT_EQ(budget_.held_bytes(), 100);
  Caller& first = Arrive(1);
  Caller& second = Arrive(2);
  Caller& third = Arrive(3);
  callers_.front().memory().Release();
  EXPECT_EQ(third.Events(), kRead);
  EXPECT_EQ(second.Events(), kNothing);
  EXPECT_EQ(first.Events(), kNothing);
}

TEST_F(ReceiveBudgetTest, ABurstOfSmallMessagesWaitsAndIsRead) {
  ArriveMany(1, 1000);
  int read = 0;
  for (Caller& caller : callers_) {
    ASSERT_EQ(caller.Events(), kRead) << read;
    caller.memory().Received(1);
    caller.memory().Release();
    ++read;
  }
  EXPECT_EQ(read, 1000);
}

TEST_F(ReceiveBudgetTest, RefusesWhatHasWaitedTooLong) {
  ArriveMany(1, 8);
  Caller& waiting = Arrive(1);
  clock_.Advance(seconds(4));
  Caller& later = Arrive(1);
  budget_.Sweep();
  EXPECT_EQ(waiting.Events(), kNothing);
  clock_.Advance(seconds(1));
  budget_.Sweep();
  EXPECT_EQ(waiting.Events(), Events{"refused"});
  EXPECT_TRUE(absl::IsResourceExhausted(waiting.status()));
  EXPECT_TRUE(RetryDelay(waiting.status()).has_value());
  EXPECT_NE(waiting.status().message().find("100 bytes"), std::string::npos);
  EXPECT_EQ(later.Events(), kNothing);
  ASSERT_TRUE(later.memory().Withdraw());
}

TEST_F(ReceiveBudgetTest, ASlowMessageEndsOnlyWhileOthersWait) {
  ArriveMany(1, 8);
  clock_.Advance(seconds(11));
  budget_.Sweep();
  for (Caller& caller : callers_) {
    EXPECT_EQ(caller.Events(), kRead);
  }
  Arrive(1);
  budget_.Sweep();
  EXPECT_EQ(callers_.front().Events(), Events{"too slow"});
  EXPECT_TRUE(absl::IsResourceExhausted(callers_.front().status()));
  budget_.Sweep();  // reports each message once
  EXPECT_EQ(callers_.front().Events(), kNothing);
  ASSERT_TRUE(callers_.back().memory().Withdraw());
}

TEST_F(ReceiveBudgetTest, AReceivedMessageIsNotSlow) {
  ArriveMany(1, 8);
  for (Caller& caller : callers_) {
    EXPECT_EQ(caller.Events(), kRead);
    caller.memory().Received(10);
  }
  clock_.Advance(seconds(60));
  Caller& waiting = Arrive(1);
  budget_.Sweep();
  for (Caller& caller : callers_) {
    EXPECT_EQ(caller.Events(), kNothing);
  }
  ASSERT_TRUE(waiting.memory().Withdraw());
}

TEST_F(ReceiveBudgetTest, AWithdrawnCallGetsNoNotice) {
  ArriveMany(1, 8);
  Caller& waiting = Arrive(1);
  EXPECT_TRUE(waiting.memory().Withdraw());
  EXPECT_FALSE(waiting.memory().Withdraw());
  callers_.front().memory().Release();
  clock_.Advance(seconds(60));
  budget_.Sweep();
  EXPECT_EQ(waiting.Events(), kNothing);
}

TEST_F(ReceiveBudgetTest, AGrantedCallCannotWithdraw) {
  EXPECT_FALSE(Arrive(1).memory().Withdraw());
}

TEST_F(ReceiveBudgetTest, TryHoldTakesWhatFitsWithoutWaiting) {
  MessageMemory first(budget_, 1);
  MessageMemory second(budget_, 1);
  EXPECT_TRUE(first.TryHold(70).ok());
  const absl::Status refused = second.TryHold(11);
  EXPECT_TRUE(absl::IsResourceExhausted(refused));
  EXPECT_TRUE(RetryDelay(refused).has_value());
  MessageMemory third(budget_, 2);
  EXPECT_TRUE(third.TryHold(30).ok());
  EXPECT_EQ(budget_.held_bytes(), 100);
}

TEST_F(ReceiveBudgetTest, TakePeakIsTrueOnceAfterAPeak) {
  EXPECT_FALSE(budget_.TakePeak());
  {
    MessageMemory large(budget_, 1);
    ASSERT_TRUE(large.TryHold(25).ok());
    EXPECT_FALSE(budget_.TakePeak());  // it is still held
  }
  // Responses and connections still hold memory.
  clock_.Advance(seconds(2));
  EXPECT_FALSE(budget_.TakePeak());
  clock_.Advance(seconds(1));
  EXPECT_TRUE(budget_.TakePeak());
  EXPECT_FALSE(budget_.TakePeak());
}

}  // namespace
}  // namespace interpres
