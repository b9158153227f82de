// The flags of `interpres-train train`, from the command line to the options of
// a run.

#include "model/trainer/train_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Words = std::vector<std::string>;

absl::StatusOr<TrainingRunOptions> Parse(Words words) {
  const Words common = {"--source-language", "en",   "--target-language", "es",
                        "--output",          "model"};
  words.insert(words.end(), common.begin(), common.end());
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  CLI::App app;
  TrainFlags flags;
  AddTrainFlags(app, flags);
  app.parse(words);
  return ToOptions(flags);
}

// The options of a run with a training text.
absl::StatusOr<TrainingRunOptions> ParseRun(Words words) {
  words.insert(words.end(), {"--train-tsv", "a.tsv"});
  return Parse(words);
}

TEST(TrainFlagsTest, TheDefaultIsThePapersModel) {
  const auto run = ParseRun({});
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->model.d_model, 512);
  EXPECT_EQ(run->model.encoder_ffn_dim, 2048);
  EXPECT_TRUE(run->vocabulary.byte_fallback);
  EXPECT_THAT(ToEntries(run->model_settings), IsEmpty());
}

TEST(TrainFlagsTest, SingleFlagsOverrideThePreset) {
  const auto run = ParseRun({"--decoder-layers", "1", "--preset", "tiny",
                             "--activation", "gelu", "--max-positions", "99"});
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->model.d_model, 128);
  EXPECT_EQ(run->model.encoder_layers, 4);
  EXPECT_EQ(run->model.decoder_layers, 1);
  EXPECT_EQ(run->model.decoder_ffn_dim, 256);
  EXPECT_EQ(run->model.activation, Activation::kGelu);
  EXPECT_EQ(run->model.max_position_embeddings, 99);
  EXPECT_THAT(ToEntries(run->model_settings), SizeIs(7));
  EXPECT_THAT(std::string(ParseRun({"--preset", "big"}).status().message()),
              HasSubstr("preset is \"big\""));
  EXPECT_FALSE(ParseRun({"--activation", "tanh"}).ok());
}

TEST(TrainFlagsTest, FilesOfTwoColumnsFollowPairsOfFiles) {
  const auto run =
      Parse({"--train-tsv", "a.tsv", "--train-tsv", "b.tsv", "--train-source",
             "c.en", "--train-target", "c.es", "--train-weight", "1", "2", "3",
             "--dev-tsv", "d.tsv"});
  ASSERT_TRUE(run.ok()) << run.status();
  ASSERT_THAT(run->train, SizeIs(3));
  EXPECT_EQ(run->train[0].files.target, "c.es");
  EXPECT_FALSE(run->train[0].files.is_tsv);
  EXPECT_EQ(run->train[2].files.source, "b.tsv");
  EXPECT_EQ(run->train[2].files.target, "b.tsv");
  EXPECT_TRUE(run->train[2].files.is_tsv);
  EXPECT_EQ(run->train[2].weight, 3.0);
  EXPECT_EQ(run->train[2].files.languages.target, "es");
  ASSERT_THAT(run->dev, SizeIs(1));
  EXPECT_TRUE(run->dev[0].is_tsv);
  EXPECT_EQ(run->dev[0].languages.source, "en");
}

TEST(TrainFlagsTest, ATrainingTextIsRequired) {
  EXPECT_THAT(std::string(Parse({}).status().message()),
              AllOf(HasSubstr("--train-source"), HasSubstr("--train-tsv")));
  EXPECT_THAT(
      std::string(ParseRun({"--train-source", "a"}).status().message()),
      HasSubstr("--train-source is given 1 times but --train-target 0"));
  EXPECT_THAT(
      std::string(ParseRun({"--train-weight", "1", "2"}).status().message()),
      HasSubstr("--train-weight is given 2 times for 1 corpora"));
}

}  // namespace
}  // namespace interpres
