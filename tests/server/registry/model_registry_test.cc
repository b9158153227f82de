#include "server/registry/model_registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "tests/testing/fake_clock.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

class ModelRegistryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(path(), {}).ok());
    registry_ = std::make_unique<ModelRegistry>();
  }

  std::filesystem::path path() const { return temp_.path() / "tiny"; }

  std::unique_ptr<ServedModel> Load(const std::string& name,
                                    int32_t workers = 0) {
    auto model = ServedModel::Load({.name = name, .path = path()},
                                   {.compute_type = "float32",
                                    .engine = {.slots = 2, .max_rows = 2},
                                    .workers = workers},
                                   {.metrics = metrics_, .clock = clock_});
    EXPECT_TRUE(model.ok()) << model.status();
    return *std::move(model);
  }

  ServedModelPtr Choose(const std::string& name) const {
    absl::StatusOr<ServedModelPtr> model = registry_->Choose({.name = name});
    return model.ok() ? *std::move(model) : nullptr;
  }

  const TempDir temp_;
  FakeClock clock_;
  Metrics metrics_;
  std::unique_ptr<ModelRegistry> registry_;
};

TEST_F(ModelRegistryTest, ListsByName) {
  registry_->Put(Load("b"));
  registry_->Put(Load("a"));
  const auto models = registry_->List();
  ASSERT_EQ(models.size(), 2U);
  EXPECT_EQ(models[0]->name(), "a");
  EXPECT_EQ(models[1]->name(), "b");
  EXPECT_EQ(registry_->Choose({}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(registry_->Remove("b"));
  EXPECT_FALSE(registry_->Remove("b"));
  EXPECT_EQ(registry_->List().size(), 1U);
  EXPECT_TRUE(registry_->Choose({}).ok());
}

TEST_F(ModelRegistryTest, AModelGoesWithItsLastUser) {
  registry_->Put(Load("a", /*workers=*/1));
  ServedModelPtr user = Choose("a");
  const std::weak_ptr<ServedModel> old = user;
  registry_->Put(Load("a"));
  EXPECT_NE(Choose("a"), user);
  EXPECT_EQ(registry_->List().size(), 1U);
  EXPECT_EQ(registry_->ListAlive().size(), 2U);
  // It still takes work, and its worker does it.
  std::atomic<bool> done = false;
  JobList jobs;
  jobs.push_back(std::make_unique<Job>(
      JobSpec{.sentence = {.source = {5, 0},
                           .options = {.beam_size = 1, .max_length = 3}}},
      [&done](const JobOutcome& outcome) {
        EXPECT_TRUE(outcome.status.ok()) << outcome.status;
        done = true;
        done.notify_all();
      }));
  ASSERT_TRUE(user->scheduler().Submit(jobs).ok());
  done.wait(false);
  EXPECT_FALSE(old.expired());
  user.reset();
  EXPECT_TRUE(old.expired());
  EXPECT_EQ(registry_->ListAlive().size(), 1U);
}

TEST_F(ModelRegistryTest, WaitsForItsModelsToBeDestroyed) {
  registry_->Put(Load("a"));
  std::atomic<bool> completed = false;
  JobList jobs;
  jobs.push_back(std::make_unique<Job>(
      JobSpec{.sentence = {.source = {5, 0}, .options = {}}},
      [&completed](const JobOutcome& outcome) {
        completed = outcome.status.code() == absl::StatusCode::kUnavailable;
      }));
  ASSERT_TRUE(Choose("a")->scheduler().Submit(jobs).ok());
  registry_.reset();
  EXPECT_TRUE(completed);
}

TEST_F(ModelRegistryTest, AModelWithWorkersDecodesItsJobsBeforeItIsDestroyed) {
  registry_->Put(Load("a", /*workers=*/1));
  std::atomic<int> translated = 0;
  JobList jobs;
  for (int i = 0; i < 20; ++i) {
    jobs.push_back(std::make_unique<Job>(
        JobSpec{.sentence = {.source = {5, 0},
                             .options = {.beam_size = 1, .max_length = 3}}},
        [&translated](const JobOutcome& outcome) {
          translated += outcome.status.ok() ? 1 : 0;
        }));
  }
  ASSERT_TRUE(Choose("a")->scheduler().Submit(jobs).ok());
  registry_.reset();
  EXPECT_EQ(translated, 20);
}

TEST_F(ModelRegistryTest, DropsCancelledJobsOfReplacedModelsToo) {
  registry_->Put(Load("a"));
  const ServedModelPtr old = Choose("a");
  registry_->Remove("a");
  std::atomic<bool> cancelled = false;
  std::atomic<bool> completed = false;
  JobList jobs;
  jobs.push_back(std::make_unique<Job>(
      JobSpec{.sentence = {.source = {5, 0}, .options = {}},
              .cancelled = &cancelled},
      [&completed](const JobOutcome& outcome) {
        completed = absl::IsCancelled(outcome.status);
      }));
  ASSERT_TRUE(old->scheduler().Submit(jobs).ok());
  cancelled = true;
  registry_->DropCancelled();
  EXPECT_TRUE(completed);
}

}  // namespace
}  // namespace interpres
