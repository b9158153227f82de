#include "server/scheduling/text_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace interpres {
namespace {

// A task that appends a letter to `order`.
TextTask Note(TextStage stage, const Flow& flow, int64_t bytes, char letter,
              std::string& order) {
  return {
      .stage = stage, .flow = flow, .bytes = bytes, .run = [letter, &order] {
        order.push_back(letter);
      }};
}

void RunAll(TextQueue& queue) {
  while (!queue.empty()) {
    queue.Pop().run();
  }
}

constexpr Flow kFlood = {.priority = Priority::kBatch, .client = 1};
constexpr Flow kSomeone = {.priority = Priority::kInteractive, .client = 2};

TEST(TextQueueTest, AnswersGoBeforePreparation) {
  std::string order;
  TextQueue queue;
  queue.Push(Note(TextStage::kPrepare, kSomeone, 10, 'p', order));
  queue.Push(Note(TextStage::kAnswer, kFlood, 1 << 20, 'a', order));
  queue.Push(Note(TextStage::kPrepare, kSomeone, 10, 'q', order));
  queue.Push(Note(TextStage::kAnswer, kSomeone, 10, 'b', order));
  RunAll(queue);
  EXPECT_EQ(order, "abpq");
}

TEST(TextQueueTest, AFloodOfOneClientDelaysNoOtherClient) {
  std::string order;
  TextQueue queue;
  for (int i = 0; i < 200; ++i) {
    queue.Push(Note(TextStage::kPrepare, kFlood, 1 << 16, '.', order));
  }
  queue.Pop().run();
  queue.Push(Note(TextStage::kPrepare, kSomeone, 13, 'x', order));
  queue.Pop().run();
  EXPECT_EQ(order, ".x");
}

TEST(TextQueueTest, ClientsShareByBytes) {
  std::string order;
  TextQueue queue;
  constexpr Flow kSmall = {.priority = Priority::kBatch, .client = 3};
  for (int i = 0; i < 100; ++i) {
    queue.Push(Note(TextStage::kPrepare, kFlood, 4000, 'f', order));
    queue.Push(Note(TextStage::kPrepare, kSmall, 1000, 's', order));
  }
  for (int i = 0; i < 25; ++i) {
    queue.Pop().run();
  }
  EXPECT_EQ(std::count(order.begin(), order.end(), 's'), 20);
}

TEST(TextQueueTest, TasksWithoutBytesShareToo) {
  std::string order;
  TextQueue queue;
  constexpr Flow kOther = {.priority = Priority::kBatch, .client = 3};
  for (int i = 0; i < 3; ++i) {
    queue.Push(Note(TextStage::kAnswer, kFlood, 0, 'f', order));
  }
  queue.Push(Note(TextStage::kAnswer, kOther, 0, 'o', order));
  RunAll(queue);
  EXPECT_EQ(order, "foff");
}

TextTask Task(absl::AnyInvocable<void()> run) {
  return {.run = std::move(run)};
}

TEST(TextPoolTest, RunsEveryTaskBeforeItIsDestroyed) {
  std::atomic<int> count = 0;
  {
    TextPool pool(3);
    for (int i = 0; i < 1000; ++i) {
      pool.Post(Task([&count] { ++count; }));
    }
  }
  EXPECT_EQ(count, 1000);
}

TEST(TextPoolTest, ThreadsRunConcurrently) {
  std::latch together(2);
  TextPool pool(2);
  for (int i = 0; i < 2; ++i) {
    pool.Post(Task([&together] { together.arrive_and_wait(); }));
  }
}

TEST(TextPoolTest, ATaskMayPost) {
  std::atomic<int> count = 0;
  {
    TextPool pool(1);
    pool.Post(Task([&] { pool.Post(Task([&count] { ++count; })); }));
  }
  EXPECT_EQ(count, 1);
}

TEST(TextPoolTest, ATaskIsDestroyedBeforeTheNextWait) {
  const auto held = std::make_shared<int>();
  const std::weak_ptr<int> watch = held;
  std::latch ran(1);
  TextPool pool(1);
  {
    std::shared_ptr<int> copy = held;
    pool.Post(Task([copy = std::move(copy)] {}));
  }
  pool.Post(Task([&ran] { ran.count_down(); }));
  ran.wait();
  EXPECT_EQ(watch.use_count(), 1);
}

// For the sanitizers: the last task may lead to the destruction of the pool
// while Post returns.
TEST(TextPoolTest, TheLastTaskMayEndThePool) {
  for (int i = 0; i < 200; ++i) {
    std::latch ran(1);
    auto pool = std::make_unique<TextPool>(1);
    std::thread poster([&] { pool->Post(Task([&ran] { ran.count_down(); })); });
    ran.wait();
    pool.reset();
    poster.join();
  }
}

}  // namespace
}  // namespace interpres
