#include "server/registry/model_manager.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/checkpoint/model_directory_writer.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Mode = ModelManager::Mode;

class ModelManagerTest : public ::testing::Test {
 protected:
  fs::path root() const { return temp_.path() / "models"; }

  // A checkpoint whose version says its seed.
  void Write(const std::string& path, uint64_t seed) const {
    fs::create_directories((root() / path).parent_path());
    absl::StatusOr<TinyModel> tiny = MakeTinyModel({.seed = seed});
    ASSERT_TRUE(tiny.ok());
    tiny->description.card.version = absl::StrCat("v", seed);
    const absl::Status written = WriteModelDirectory(
        root() / path, tiny->description, tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
  }

  // Cuts the weights.
  void Corrupt(const std::string& path) const {
    const fs::path weights = root() / path / "model.safetensors";
    fs::resize_file(weights, fs::file_size(weights) / 2);
  }

  void Start() {
    manager_ = std::make_unique<ModelManager>(
        ModelSources{.repository = root()},
        ServedModelOptions{.compute_type = "float32", .workers = 0},
        ModelServices{.metrics = metrics_, .clock = clock_}, registry_);
    const absl::Status loaded = manager_->LoadAll();
    ASSERT_TRUE(loaded.ok()) << loaded;
  }

  // "name outcome version", and whether something was rejected.
  std::vector<std::string> Reload(Mode mode = Mode::kRequested) {
    const ReloadReport report = manager_->Reload(mode);
    EXPECT_TRUE(report.ok()) << report.status();
    last_ = StatusOf(report);
    std::vector<std::string> described;
    const char* const outcomes[] = {"unchanged", "loaded", "rejected",
                                    "unloaded"};
    for (const ModelReload& model :
         report.value_or(std::vector<ModelReload>())) {
      described.push_back(absl::StrCat(
          model.name, " ", outcomes[static_cast<int>(model.outcome)],
          model.version.empty() ? "" : " ", model.version,
          model.reason.empty() ? "" : " !"));
    }
    return described;
  }

  // "name version" of what is served.
  std::vector<std::string> Served() const {
    std::vector<std::string> described;
    for (const ServedModelPtr& model : registry_.List()) {
      described.push_back(absl::StrCat(model->name(), " ", model->version()));
    }
    return described;
  }

  const TempDir temp_;
  FakeClock clock_;
  Metrics metrics_;
  ModelRegistry registry_;
  std::unique_ptr<ModelManager> manager_;
  absl::Status last_;
};

TEST_F(ModelManagerTest, LoadsTheHighestVersionOfEveryModel) {
  Write("a/1", 1);
  Write("a/2", 2);
  Write("b", 3);
  Start();
  EXPECT_THAT(Served(), ElementsAre("a v2", "b v3"));
  EXPECT_THAT(Reload(), ElementsAre("a unchanged v2", "b unchanged v3"));
  EXPECT_TRUE(last_.ok()) << last_;
}

TEST_F(ModelManagerTest, StartsWithALowerVersionWhereTheHighestIsBad) {
  Write("a/1", 1);
  Write("a/2", 2);
  Corrupt("a/2");
  Start();
  EXPECT_THAT(Served(), ElementsAre("a v1"));
  EXPECT_THAT(metrics_.Scrape(),
              HasSubstr(R"(reloads_total{model="a",result="rejected"} 1)"));
}

TEST_F(ModelManagerTest, DoesNotStartWithoutAGoodVersion) {
  Write("a/1", 1);
  Write("b", 2);
  Corrupt("b");
  manager_ = std::make_unique<ModelManager>(
      ModelSources{.repository = root()},
      ServedModelOptions{.compute_type = "float32", .workers = 0},
      ModelServices{.metrics = metrics_, .clock = clock_}, registry_);
  const absl::Status loaded = manager_->LoadAll();
  EXPECT_FALSE(loaded.ok());
  EXPECT_THAT(std::string(loaded.message()),
              AllOf(HasSubstr("model \"b\""), HasSubstr("model.safetensors")));
}

TEST_F(ModelManagerTest, LoadsNewModelsAndVersionsAndUnloadsOldOnes) {
  Write("a/1", 1);
  Write("b", 2);
  Start();
  Write("a/2", 3);
  Write("c", 4);
  fs::remove_all(root() / "b");
  EXPECT_THAT(Reload(),
              ElementsAre("a loaded v3", "b unloaded", "c loaded v4"));
  EXPECT_THAT(Served(), ElementsAre("a v3", "c v4"));
  const std::string metrics = metrics_.Scrape();
  EXPECT_THAT(metrics,
              HasSubstr(R"(reloads_total{model="a",result="loaded"} 1)"));
  EXPECT_THAT(metrics,
              HasSubstr(R"(reloads_total{model="b",result="unloaded"} 1)"));
}

TEST_F(ModelManagerTest, LoadsAModelAgainWhoseFilesWereReplaced) {
  Write("a", 1);
  Start();
  Write("a", 2);
  EXPECT_THAT(Reload(), ElementsAre("a loaded v2"));
  EXPECT_THAT(Reload(), ElementsAre("a unchanged v2"));
}

TEST_F(ModelManagerTest, ABadVersionIsRejectedAndTheOldOneServes) {
  Write("a/1", 1);
  Start();
  const ServedModelPtr before = registry_.Find("a");
  Write("a/2", 2);
  Corrupt("a/2");
  EXPECT_THAT(Reload(), ElementsAre("a rejected v1 !"));
  EXPECT_THAT(std::string(last_.message()),
              AllOf(HasSubstr("a/2"), HasSubstr("model.safetensors")));
  EXPECT_EQ(registry_.Find("a"), before);
  // Asked again, it tries again.
  EXPECT_THAT(Reload(), ElementsAre("a rejected v1 !"));
  Write("a/2", 2);
  EXPECT_THAT(Reload(), ElementsAre("a loaded v2"));
}

TEST_F(ModelManagerTest, AVersionThatBreaksOnDiskKeepsServing) {
  Write("a/1", 1);
  Write("a/2", 2);
  Start();
  Corrupt("a/2");
  EXPECT_THAT(Reload(), ElementsAre("a rejected v2 !"));
  EXPECT_THAT(Served(), ElementsAre("a v2"));
}

TEST_F(ModelManagerTest, AGoodVersionBelowABadOneIsLoaded) {
  Write("a/1", 1);
  Start();
  Write("a/2", 2);
  Write("a/3", 3);
  Corrupt("a/3");
  EXPECT_THAT(Reload(), ElementsAre("a loaded v2 !"));
  EXPECT_FALSE(last_.ok());
}

TEST_F(ModelManagerTest, RemovingAVersionGoesBackToTheOneBefore) {
  Write("a/1", 1);
  Write("a/2", 2);
  Start();
  fs::remove_all(root() / "a/2");
  EXPECT_THAT(Reload(), ElementsAre("a loaded v1"));
}

TEST_F(ModelManagerTest, ARepositoryThatIsGoneChangesNothing) {
  Write("a", 1);
  Start();
  fs::rename(root(), temp_.path() / "elsewhere");
  EXPECT_EQ(manager_->Reload(Mode::kRequested).status().code(),
            absl::StatusCode::kNotFound);
  fs::create_directories(root());
  EXPECT_EQ(manager_->Reload(Mode::kRequested).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_THAT(Served(), ElementsAre("a v1"));
}

TEST_F(ModelManagerTest, ABadModelDoesNotTakeThePlaceOfAll) {
  Write("a", 1);
  Start();
  Write("b", 2);
  Corrupt("b");
  fs::rename(root() / "a", temp_.path() / "a");
  for (const Mode mode :
       {Mode::kRequested, Mode::kPolled, Mode::kPolled, Mode::kRequested}) {
    const absl::Status status = manager_->Reload(mode).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr("\"b\""), HasSubstr("\"a\"")));
    EXPECT_THAT(Served(), ElementsAre("a v1"));
  }
  Write("b", 2);
  EXPECT_THAT(Reload(), ElementsAre("a unloaded", "b loaded v2"));
}

TEST_F(ModelManagerTest, TheReasonIsInTheErrorWhereNoModelIsLeft) {
  Write("a", 1);
  Start();
  fs::rename(root() / "a", root() / "b");
  Corrupt("b");
  EXPECT_THAT(
      std::string(manager_->Reload(Mode::kRequested).status().message()),
      HasSubstr("model.safetensors"));
  EXPECT_THAT(Served(), ElementsAre("a v1"));
}

TEST_F(ModelManagerTest, ADirectoryThatCannotBeReadIsNotGone) {
  Write("a", 1);
  Write("b/1", 2);
  Write("b/2", 3);
  Start();
  // Its stat fails, but not because it is gone.
  fs::remove_all(root() / "a");
  fs::create_symlink("a", root() / "a");
  fs::remove_all(root() / "b/2");
  const absl::Status status = manager_->Reload(Mode::kRequested).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Served(), ElementsAre("a v1", "b v3"));
  fs::remove(root() / "a");
  fs::create_symlink("2", root() / "b/2");
  EXPECT_EQ(manager_->Reload(Mode::kRequested).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Served(), ElementsAre("a v1", "b v3"));
}

TEST_F(ModelManagerTest, ALinkToNowhereIsNotGone) {
  Write("a", 1);
  Write("b", 2);
  Start();
  fs::remove_all(root() / "b");
  fs::create_symlink("nowhere", root() / "b");
  EXPECT_THAT(Reload(), ElementsAre("a unchanged v1", "b rejected v2 !"));
}

TEST_F(ModelManagerTest, AWatchWaitsUntilFilesNoLongerChange) {
  Write("a/1", 1);
  Start();
  Write("a/2", 2);
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a unchanged v1"));
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a loaded v2"));
}

TEST_F(ModelManagerTest, AWatchRejectsOnlyOnce) {
  Write("a/1", 1);
  Start();
  Write("a/2", 2);
  Corrupt("a/2");
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a unchanged v1"));
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a rejected v1 !"));
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a unchanged v1"));
  Write("a/2", 2);
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a unchanged v1"));
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a loaded v2"));
}

TEST_F(ModelManagerTest, TheMetricsSayWhoseNewestCheckpointIsRejected) {
  const auto gauge = [this](const char* model) {
    const std::string line =
        absl::StrCat("interpres_model_rejected{model=\"", model, "\"} ");
    const std::string text = metrics_.Scrape();
    const std::size_t at = text.find(line);
    return at == std::string::npos ? std::string()
                                   : text.substr(at + line.size(), 1);
  };
  Write("a/1", 1);
  Write("a/2", 2);
  Corrupt("a/2");
  Start();
  EXPECT_EQ(gauge("a"), "1");
  // Below what is rejected.
  Write("a/3", 3);
  EXPECT_THAT(Reload(), ElementsAre("a loaded v3"));
  EXPECT_EQ(gauge("a"), "0");
  // Also for a model that never was served, and until it is.
  Write("b", 4);
  Corrupt("b");
  EXPECT_THAT(Reload(), ElementsAre("a unchanged v3", "b rejected !"));
  EXPECT_EQ(gauge("b"), "1");
  EXPECT_THAT(Reload(Mode::kPolled),
              ElementsAre("a unchanged v3", "b unchanged"));
  EXPECT_EQ(gauge("b"), "1");
  Write("b", 4);
  EXPECT_THAT(Reload(), ElementsAre("a unchanged v3", "b loaded v4"));
  EXPECT_EQ(gauge("b"), "0");
  // Or is gone.
  Write("c", 5);
  Corrupt("c");
  Reload();
  EXPECT_EQ(gauge("c"), "1");
  fs::remove_all(root() / "c");
  Reload();
  EXPECT_EQ(gauge("c"), "");
}

TEST_F(ModelManagerTest, AWatchUnloadsWhatStaysAway) {
  Write("a", 1);
  Write("b", 2);
  Start();
  fs::rename(root() / "b", temp_.path() / "b");
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a unchanged v1"));
  fs::rename(temp_.path() / "b", root() / "b");
  EXPECT_THAT(Reload(Mode::kPolled),
              ElementsAre("a unchanged v1", "b unchanged v2"));
  fs::remove_all(root() / "b");
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("a unchanged v1"));
  EXPECT_THAT(Reload(Mode::kPolled),
              ElementsAre("a unchanged v1", "b unloaded"));
}

TEST_F(ModelManagerTest, AWatchUnloadsOneOfTwoMissingModels) {
  Write("a", 1);
  Write("b", 2);
  Start();
  // A directory that is no good model, so that the repository is not empty.
  Write("c", 3);
  Corrupt("c");
  fs::remove_all(root() / "b");
  EXPECT_THAT(Reload(Mode::kPolled),
              ElementsAre("a unchanged v1", "c unchanged"));
  fs::remove_all(root() / "a");
  // "b" was missing twice, "a" once.
  EXPECT_THAT(Reload(Mode::kPolled), ElementsAre("b unloaded", "c rejected !"));
  EXPECT_THAT(Served(), ElementsAre("a v1"));
  // "a" is the last model.
  EXPECT_EQ(manager_->Reload(Mode::kPolled).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Served(), ElementsAre("a v1"));
}

TEST_F(ModelManagerTest, LoadsNothingOnceItIsStopped) {
  Write("a", 1);
  Start();
  Write("b", 2);
  manager_->Stop();
  EXPECT_EQ(manager_->Reload(Mode::kRequested).status().code(),
            absl::StatusCode::kAborted);
  EXPECT_THAT(Served(), ElementsAre("a v1"));
}

TEST_F(ModelManagerTest, AReplacedModelGoesWithItsLastRequest) {
  Write("a", 1);
  Start();
  ServedModelPtr request = registry_.Find("a");
  const std::weak_ptr<ServedModel> old = request;
  Write("a", 2);
  EXPECT_THAT(Reload(), ElementsAre("a loaded v2"));
  EXPECT_EQ(request->version(), "v1");
  EXPECT_FALSE(old.expired());
  request.reset();
  EXPECT_TRUE(old.expired());
}

}  // namespace
}  // namespace interpres
