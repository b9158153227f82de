#include "model/training/run_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RunModelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // 16 wide, 2 heads.
    ASSERT_TRUE(WriteTinyModel(directory_.path() / "tiny", {}).ok());
    options_.initial_checkpoint = directory_.path() / "tiny";
    options_.trainer.state_directory = directory_.path() / "state";
    std::filesystem::create_directory(options_.trainer.state_directory);
  }

  absl::StatusOr<ModelConfig> Obtain() const {
    return ObtainModel(options_, ProcessGroup());
  }
  std::string ErrorOf() const {
    return std::string(Obtain().status().message());
  }

  // The run has a state to resume.
  void Resume() {
    options_.trainer.start = StartMode::kResume;
    std::ofstream(TrainingStatePath(options_.trainer)) << "state";
  }

  TempDir directory_;
  TrainingRunOptions options_;
};

TEST_F(RunModelTest, TheCheckpointBringsItsNetworkAlong) {
  const auto model = Obtain();
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->d_model, 16);
  EXPECT_EQ(model->encoder_attention_heads, 2);
  EXPECT_EQ(model->decoder_attention_heads, 2);
  // The positions may differ.
  options_.model_settings = {.d_model = 16, .max_positions = 33};
  ASSERT_TRUE(Obtain().ok()) << Obtain().status();
  EXPECT_EQ(Obtain()->max_position_embeddings, 33);
  EXPECT_NE(model->max_position_embeddings, 33);
}

TEST_F(RunModelTest, AContradictionNamesBothValues) {
  options_.model_settings = {.d_model = 16, .heads = 4, .ffn = 7};
  EXPECT_THAT(ErrorOf(),
              AllOf(HasSubstr("--heads is 4 but the checkpoint of --init "),
                    HasSubstr("tiny has 2"), HasSubstr("--ffn is 7"),
                    Not(HasSubstr("--d-model"))));
}

TEST_F(RunModelTest, WithoutACheckpointTheOptionsCount) {
  options_.initial_checkpoint.clear();
  options_.model_settings = {.heads = 4};
  EXPECT_EQ(Obtain()->d_model, 512);
  options_.initial_checkpoint = directory_.path() / "none";
  EXPECT_THAT(ErrorOf(), HasSubstr("none"));
}

TEST_F(RunModelTest, AResumedRunKeepsItsNetworkWithoutTheCheckpoint) {
  Resume();
  ModelConfig stored;
  stored.d_model = 32;
  ASSERT_TRUE(StoreModel(options_, stored).ok());
  options_.initial_checkpoint = directory_.path() / "none";
  EXPECT_EQ(Obtain()->d_model, 32);
  options_.model_settings.d_model = 16;
  EXPECT_THAT(ErrorOf(), AllOf(HasSubstr("--d-model is 16 but the run in "),
                               HasSubstr("model.state has 32")));
  // A run that starts over has nothing to keep.
  options_.trainer.start = StartMode::kFresh;
  options_.initial_checkpoint = directory_.path() / "tiny";
  EXPECT_EQ(Obtain()->d_model, 16);
}

TEST_F(RunModelTest, AResumedRunNeedsNoFlagsOfItsNetwork) {
  Resume();
  options_.initial_checkpoint.clear();
  ModelConfig stored;
  stored.d_model = 32;
  ASSERT_TRUE(StoreModel(options_, stored).ok());
  EXPECT_EQ(Obtain()->d_model, 32);
  options_.model_settings.d_model = 16;
  EXPECT_THAT(ErrorOf(), AllOf(HasSubstr("--d-model is 16 but the run in "),
                               HasSubstr("a resumed run keeps its network")));
}

TEST_F(RunModelTest, AStateOfAnOlderVersionHasNoNetwork) {
  Resume();
  EXPECT_EQ(Obtain()->d_model, 16);
  options_.initial_checkpoint = directory_.path() / "none";
  options_.model.d_model = 48;
  EXPECT_EQ(Obtain()->d_model, 48);
  std::ofstream(ModelSettingsPath(options_)) << "damaged";
  EXPECT_THAT(ErrorOf(), HasSubstr("model.state"));
}

}  // namespace
}  // namespace interpres
