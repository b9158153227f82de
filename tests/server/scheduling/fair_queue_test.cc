#include "server/scheduling/fair_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::seconds;
const TimePoint kStart = TimePoint(std::chrono::hours(1));

constexpr uint64_t kAnna = 1;
constexpr uint64_t kBen = 2;
constexpr uint64_t kCleo = 3;

// Jobs are told apart by the token of their source. They have a cost of 3.
class FairQueueTest : public ::testing::Test {
 protected:
  void Push(uint64_t client, int32_t token) {
    queue_.PushBack(maker_.Make({.flow = {.client = client}, .token = token}));
  }
  void Push(uint64_t client, const std::vector<int32_t>& tokens) {
    for (const int32_t token : tokens) {
      Push(client, token);
    }
  }
  static int32_t TokenOf(const Job& job) {
    return job.spec().sentence.source.front();
  }
  int32_t Pop() { return TokenOf(*queue_.PopCharged()); }
  std::vector<int32_t> PopAll() {
    std::vector<int32_t> tokens;
    while (!queue_.empty()) {
      tokens.push_back(Pop());
    }
    return tokens;
  }

  JobMaker maker_;
  FairQueue queue_;
};

using Tokens = std::vector<int32_t>;

TEST_F(FairQueueTest, ClientsTakeTurns) {
  Push(kAnna, {11, 12, 13, 14});
  Push(kBen, {21, 22});
  EXPECT_EQ(TokenOf(queue_.Front()), 11);
  EXPECT_EQ(PopAll(), (Tokens{11, 21, 12, 22, 13, 14}));
}

TEST_F(FairQueueTest, TheClientThatArrivedFirstIsFirst) {
  const auto push_at = [this](int second, uint64_t client) {
    auto job = maker_.Make(
        {.flow = {.client = client}, .token = static_cast<int32_t>(client)});
    job->queued_at = kStart + seconds(second);
    queue_.PushBack(std::move(job));
  };
  push_at(1, kBen);
  push_at(2, kAnna);
  EXPECT_EQ(PopAll(), (Tokens{kBen, kAnna}));
}

TEST_F(FairQueueTest, AJobThatLeavesFreeCostsItsClientNoTurn) {
  Push(kAnna, {11, 12, 13});
  Push(kBen, {21, 22});
  EXPECT_EQ(TokenOf(*queue_.PopFree()), 11);
  EXPECT_EQ(PopAll(), (Tokens{12, 21, 13, 22}));
}

TEST_F(FairQueueTest, JobsThatLeaveFreeDoNotDelayNewClients) {
  Push(kAnna, {11, 12, 13, 14});
  queue_.PopFree();
  queue_.PopFree();
  Push(kBen, {21, 22});
  EXPECT_EQ(PopAll(), (Tokens{13, 21, 14, 22}));
}

// The jobs left to share a result, and come back because there was no result.
TEST_F(FairQueueTest, JobsThatComeBackSavedUpNoTurns) {
  Push(kAnna, {11, 12, 13});
  Push(kBen, {21, 22, 23, 24, 25});
  JobList shared;
  while (TokenOf(queue_.Front()) < 20) {
    shared.push_back(queue_.PopFree());
  }
  EXPECT_EQ((Tokens{Pop(), Pop(), Pop()}), (Tokens{21, 22, 23}));
  for (auto job = shared.rbegin(); job != shared.rend(); ++job) {
    queue_.PushFront(std::move(*job));
  }
  EXPECT_EQ(PopAll(), (Tokens{11, 24, 12, 25, 13}));
}

TEST_F(FairQueueTest, AClientKeepsItsChargesDuringAShortAbsence) {
  Push(kBen, {21, 22, 23, 24, 25});
  Push(kAnna, 11);
  EXPECT_EQ(Pop(), 11);
  Push(kAnna, 12);
  EXPECT_EQ(Pop(), 21);
  EXPECT_EQ(Pop(), 12);
  Push(kAnna, 13);
  EXPECT_EQ(Pop(), 22);
}

TEST_F(FairQueueTest, PutBackRestoresTheOrder) {
  constexpr int kClients = 7;
  for (int round = 0; round < 3; ++round) {
    for (int client = 0; client < kClients; ++client) {
      Push(client, 100 * round + client);
      Push(client, 100 * round + 50 + client);
    }
  }
  // Clients leave the queue with the charges of their last jobs.
  for (int i = 0; i < 10; ++i) {
    Pop();
  }
  JobList taken;
  Tokens order;
  while (!queue_.empty()) {
    taken.push_back(queue_.PopCharged());
    order.push_back(TokenOf(*taken.back()));
  }
  while (!taken.empty()) {
    queue_.PutBack(std::move(taken.back()));
    taken.pop_back();
  }
  EXPECT_EQ(PopAll(), order);
}

// A worker that is full may take jobs and put them back at every step.
TEST_F(FairQueueTest, PutBackDelaysNeitherItsClientNorNewOnes) {
  Push(kAnna, {11, 12, 13});
  for (int again = 0; again < 100; ++again) {
    queue_.PutBack(queue_.PopCharged());
  }
  Push(kBen, {21, 22, 23});
  EXPECT_EQ(PopAll(), (Tokens{11, 21, 12, 22, 13, 23}));
}

// Ben is far ahead. A pop of his job moves the virtual time of the queue to
// his. PutBack must undo this, so that a new client is served before him.
TEST_F(FairQueueTest, PutBackRestoresTheTimeAtWhichNewClientsStart) {
  queue_.PushBack(maker_.Make({.tokens = 1000, .flow = {.client = kBen}}));
  Push(kAnna, 11);
  Push(kAnna, 12);
  EXPECT_EQ(Pop(), 11);
  queue_.PopCharged();
  Push(kBen, 21);
  std::unique_ptr<Job> of_anna = queue_.PopCharged();
  std::unique_ptr<Job> of_ben = queue_.PopCharged();
  EXPECT_EQ(TokenOf(*of_ben), 21);
  queue_.PutBack(std::move(of_ben));
  queue_.PutBack(std::move(of_anna));
  Push(kCleo, {31, 32});
  EXPECT_EQ(PopAll(), (Tokens{12, 31, 32, 21}));
}

TEST_F(FairQueueTest, AnEmptyQueueForgetsAllCharges) {
  queue_.PushBack(maker_.Make({.tokens = 1000, .flow = {.client = kAnna}}));
  Push(kBen, 20);
  PopAll();
  Push(kAnna, {11, 12});
  Push(kBen, {21, 22});
  EXPECT_EQ(PopAll(), (Tokens{11, 21, 12, 22}));
}

TEST_F(FairQueueTest, TakesExpiredJobsOfAllClients) {
  for (const uint64_t client : {kAnna, kBen}) {
    queue_.PushBack(maker_.Make(
        {.flow = {.client = client}, .deadline = kStart + seconds(5)}));
    Push(client, static_cast<int32_t>(client));
  }
  queue_.PushBack(maker_.Make({.deadline = kStart + seconds(9)}));
  EXPECT_TRUE(queue_.TakeExpired(kStart + seconds(4)).empty());
  EXPECT_EQ(queue_.TakeExpired(kStart + seconds(5)).size(), 2U);
  EXPECT_EQ(queue_.TakeExpired(kStart + seconds(9)).size(), 1U);
  EXPECT_EQ(queue_.load(), (QueueLoad{.jobs = 2, .tokens = 6, .cost = 6}));
  EXPECT_EQ(PopAll(), (Tokens{kAnna, kBen}));
}

TEST_F(FairQueueTest, TakesCancelledJobs) {
  const std::atomic<bool> cancelled = true;
  queue_.PushBack(
      maker_.Make({.flow = {.client = kAnna}, .cancelled = &cancelled}));
  Push(kBen, 21);
  EXPECT_EQ(queue_.TakeCancelled().size(), 1U);
  EXPECT_EQ(PopAll(), (Tokens{21}));
}

TEST_F(FairQueueTest, KeepsTheLoadOfEachClient) {
  Push(kAnna, {11, 12});
  Push(kBen, 21);
  Pop();
  EXPECT_EQ(queue_.LoadOfClient(kAnna),
            (QueueLoad{.jobs = 1, .tokens = 3, .cost = 3}));
  EXPECT_EQ(queue_.Costs(),
            (std::map<uint64_t, int64_t>{{kAnna, 3}, {kBen, 3}}));
  EXPECT_EQ(queue_.LoadOfClient(77), QueueLoad());
}

// Clients can invent names. If a pop visited all clients, this test would visit
// 10^10 of them.
TEST_F(FairQueueTest, ServesManyClientsInTheOrderOfTheirArrival) {
  constexpr int32_t kClients = 100000;
  // The order of the names is not the order of the arrivals.
  const auto client_at = [](int32_t i) {
    return static_cast<uint64_t>(i) * 7919 % kClients;
  };
  for (int32_t i = 0; i < kClients; ++i) {
    auto job =
        maker_.Make({.flow = {.client = client_at(i)}, .token = i % 1000});
    job->queued_at = kStart + std::chrono::microseconds(i);
    queue_.PushBack(std::move(job));
  }
  int32_t out_of_order = 0;
  for (int32_t i = 0; i < kClients; ++i) {
    const std::unique_ptr<Job> job = queue_.PopCharged();
    out_of_order += job->spec().flow.client == client_at(i) ? 0 : 1;
  }
  EXPECT_EQ(out_of_order, 0);
}

}  // namespace
}  // namespace interpres
