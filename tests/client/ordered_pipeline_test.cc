#include "client/ordered_pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <numeric>
#include <vector>

namespace interpres {
namespace {

using Pipeline = OrderedPipeline<int, int>;

// Produces 0, 1, ..., count - 1.
std::function<std::optional<int>()> Count(int count) {
  return [next = 0, count]() mutable -> std::optional<int> {
    return next < count ? std::optional<int>(next++) : std::nullopt;
  };
}

TEST(OrderedPipelineTest, ConsumesInOrderWhateverFinishesFirst) {
  constexpr int kWorkers = 4;
  std::vector<int> consumed;
  std::mutex mutex;
  std::condition_variable changed;
  int finished = 0;
  // Within each four the first item waits until the other three are done.
  Pipeline pipeline(
      kWorkers,
      {.produce = Count(40),
       .transform =
           [&](int item) {
             std::unique_lock<std::mutex> lock(mutex);
             if (item % 4 == 0) {
               changed.wait(lock, [&] { return finished >= item + 3; });
             } else {
               changed.wait(lock, [&] { return finished >= item / 4 * 4; });
             }
             ++finished;
             changed.notify_all();
             return item * 10;
           },
       .consume =
           [&](int result) {
             consumed.push_back(result);
             return true;
           }});
  EXPECT_TRUE(pipeline.Run());
  ASSERT_EQ(consumed.size(), 40);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(consumed[static_cast<size_t>(i)], i * 10);
  }
}

TEST(OrderedPipelineTest, WorkersRunAtTheSameTime) {
  constexpr int kWorkers = 3;
  // Nobody passes the barrier before all three are in transform.
  std::barrier<> all_inside(kWorkers);
  int consumed = 0;
  Pipeline pipeline(kWorkers, {.produce = Count(kWorkers),
                               .transform =
                                   [&](int item) {
                                     all_inside.arrive_and_wait();
                                     return item;
                                   },
                               .consume =
                                   [&](int) {
                                     ++consumed;
                                     return true;
                                   }});
  EXPECT_TRUE(pipeline.Run());
  EXPECT_EQ(consumed, kWorkers);
}

TEST(OrderedPipelineTest, TheWindowBoundsWhatIsInFlight) {
  constexpr int kWorkers = 2;
  std::atomic<int> produced = 0;
  std::atomic<int> consumed = 0;
  int widest = 0;
  auto count = Count(200);
  Pipeline pipeline(kWorkers, {.produce =
                                   [&] {
                                     widest =
                                         std::max(widest, produced - consumed);
                                     ++produced;
                                     return count();
                                   },
                               .transform = [](int item) { return item; },
                               .consume =
                                   [&](int) {
                                     ++consumed;
                                     return true;
                                   }});
  EXPECT_TRUE(pipeline.Run());
  EXPECT_EQ(consumed, 200);
  // The one being consumed has left the window already.
  EXPECT_LE(widest, 2 * kWorkers + 1);
}

TEST(OrderedPipelineTest, AConsumerThatStopsEndsEverything) {
  std::vector<int> consumed;
  int produced = 0;
  Pipeline pipeline(
      2, {.produce = [&]() -> std::optional<int> { return produced++; },
          .transform = [](int item) { return item; },
          .consume =
              [&](int result) {
                consumed.push_back(result);
                return result < 5;
              }});
  EXPECT_FALSE(pipeline.Run());  // though produce never ends
  EXPECT_EQ(consumed, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(OrderedPipelineTest, NothingToDo) {
  Pipeline pipeline(3, {.produce = Count(0),
                        .transform = [](int item) { return item; },
                        .consume = [](int) { return true; }});
  EXPECT_TRUE(pipeline.Run());
}

}  // namespace
}  // namespace interpres
