#include "server/glossary/glossary_watch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "tests/testing/fake_clock.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using std::chrono::seconds;

TEST(GlossaryWatchTest, LooksAgainAfterEveryInterval) {
  const TempDir temp;
  FakeClock clock;
  Metrics metrics;
  absl::StatusOr<std::unique_ptr<GlossaryStore>> store =
      GlossaryStore::Load({.directory = temp.path().string()}, metrics);
  ASSERT_TRUE(store.ok()) << store.status();
  const GlossaryWatch watch(**store, clock, seconds(10));
  clock.AwaitWaiters(1);
  temp.Write("a.en.es.tsv", "cat\tgato\n");
  clock.Advance(seconds(9));
  clock.AwaitWaiters(1);
  EXPECT_FALSE((*store)->Find("x", "a").ok());
  while (!(*store)->Find("x", "a").ok()) {
    clock.Advance(seconds(10));
    clock.AwaitWaiters(1);
  }
}

}  // namespace
}  // namespace interpres
