#include "server/registry/model_watch.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/testing/fake_clock.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using std::chrono::seconds;

class ModelWatchTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(temp_.path() / "a", {.seed = 1}).ok());
    ASSERT_TRUE(manager_.LoadAll().ok());
  }

  const TempDir temp_;
  FakeClock clock_;
  Metrics metrics_;
  ModelRegistry registry_;
  ModelManager manager_{{.repository = temp_.path()},
                        {.compute_type = "float32", .workers = 0},
                        {.metrics = metrics_, .clock = clock_},
                        registry_};
};

TEST_F(ModelWatchTest, LooksAgainAfterEveryInterval) {
  const ModelWatch watch(manager_, clock_, seconds(10));
  clock_.AwaitWaiters(1);
  ASSERT_TRUE(WriteTinyModel(temp_.path() / "b", {.seed = 2}).ok());
  // Once to see it, once more to see that it is complete.
  while (registry_.Find("b") == nullptr) {
    clock_.Advance(seconds(10));
    clock_.AwaitWaiters(1);
  }
  ASSERT_TRUE(WriteTinyModel(temp_.path() / "c", {.seed = 3}).ok());
  while (registry_.Find("c") == nullptr) {
    clock_.Advance(seconds(10));
    clock_.AwaitWaiters(1);
  }
}

TEST_F(ModelWatchTest, DoesNotLookBeforeTheInterval) {
  ASSERT_TRUE(WriteTinyModel(temp_.path() / "b", {.seed = 2}).ok());
  {
    const ModelWatch watch(manager_, clock_, seconds(10));
    clock_.AwaitWaiters(1);
    clock_.Advance(seconds(9));
    clock_.AwaitWaiters(1);
  }
  // The first look in passing only remembers.
  ASSERT_TRUE(manager_.Reload(ModelManager::Mode::kPolled).ok());
  EXPECT_EQ(registry_.Find("b"), nullptr);
}

TEST_F(ModelWatchTest, EndsWithoutADelay) {
  const ModelWatch watch(manager_, clock_, seconds(10));
}

}  // namespace
}  // namespace interpres
