#include "model/training/training_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "model/training/averaging.h"
#include "model/training/vocabulary_store.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class TrainingStateTest : public ::testing::Test {
 protected:
  static TrainingState MakeState() {
    TrainingState state;
    state.counters = {.update = 7,
                      .epoch = 1,
                      .batch = 3,
                      .source_tokens = 1234567890123,
                      .target_tokens = 5,
                      .skipped_updates = 6,
                      .seconds = 0.1,
                      .best_score = -2.5,
                      .validations_without_gain = 2,
                      .gradient_norm = 0.7,
                      .skipped_in_a_row = 4,
                      .window_updates = 9,
                      .window_source_tokens = 10,
                      .window_target_tokens = 11,
                      .window_smoothed_loss = 0.3,
                      .window_nll = 0.6,
                      .window_seconds = 1.1};
    state.parameters = AlignedBuffer<float>(3);
    state.first_moments = AlignedBuffer<float>(3);
    state.second_moments = AlignedBuffer<float>(3);
    state.parameters[0] = 0.1f;
    state.first_moments[1] = 0.2f;
    state.second_moments[2] = 0.3f;
    return state;
  }

  std::string Bytes() const {
    std::ifstream file(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void SetBytes(const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary) << bytes;
  }

  const TempDir temporary_;
  const std::filesystem::path directory_ = temporary_.path();
  const std::filesystem::path file_ = directory_ / "training.state";
};

TEST_F(TrainingStateTest, ComesBackExactly) {
  const TrainingState state = MakeState();
  ASSERT_TRUE(WriteTrainingState(file_, state, {{"seed", "1"}}).ok());
  const auto read = ReadTrainingState(file_, {{"seed", "1"}}, 3);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->counters.update, 7);
  EXPECT_EQ(read->counters.epoch, 1);
  EXPECT_EQ(read->counters.batch, 3);
  EXPECT_EQ(read->counters.source_tokens, 1234567890123);
  EXPECT_EQ(read->counters.target_tokens, 5);
  EXPECT_EQ(read->counters.skipped_updates, 6);
  EXPECT_EQ(read->counters.seconds, 0.1);
  EXPECT_EQ(read->counters.best_score, -2.5);
  EXPECT_EQ(read->counters.best_dev_loss, state.counters.best_dev_loss);
  EXPECT_EQ(read->counters.validations_without_gain, 2);
  EXPECT_EQ(read->counters.gradient_norm, 0.7);
  EXPECT_EQ(read->counters.skipped_in_a_row, 4);
  EXPECT_EQ(read->counters.window_updates, 9);
  EXPECT_EQ(read->counters.window_source_tokens, 10);
  EXPECT_EQ(read->counters.window_target_tokens, 11);
  EXPECT_EQ(read->counters.window_smoothed_loss, 0.3);
  EXPECT_EQ(read->counters.window_nll, 0.6);
  EXPECT_EQ(read->counters.window_seconds, 1.1);
  EXPECT_THAT(read->parameters.span(), ElementsAre(0.1f, 0.0f, 0.0f));
  EXPECT_THAT(read->first_moments.span(), ElementsAre(0.0f, 0.2f, 0.0f));
  EXPECT_THAT(read->second_moments.span(), ElementsAre(0.0f, 0.0f, 0.3f));
}

TEST_F(TrainingStateTest, OtherSettingsAreNamed) {
  ASSERT_TRUE(
      WriteTrainingState(file_, MakeState(), {{"seed", "1"}, {"model", "a"}})
          .ok());
  const auto read =
      ReadTrainingState(file_, {{"seed", "2"}, {"model", "a"}}, 3);
  EXPECT_EQ(read.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(read.status().message()),
              AllOf(HasSubstr("seed is 2 here but was 1"),
                    ::testing::Not(HasSubstr("model"))));
  EXPECT_EQ(CheckStateSettings(file_, {{"seed", "2"}}), read.status());
  EXPECT_TRUE(CheckStateSettings(file_, {{"seed", "1"}}).ok());
}

TEST_F(TrainingStateTest, AnotherModelSizeIsRefused) {
  ASSERT_TRUE(WriteTrainingState(file_, MakeState(), {}).ok());
  EXPECT_THAT(std::string(ReadTrainingState(file_, {}, 4).status().message()),
              HasSubstr("holds 3 parameters, but this model has 4"));
}

TEST_F(TrainingStateTest, EveryDamageIsNoticed) {
  ASSERT_TRUE(WriteTrainingState(file_, MakeState(), {{"seed", "1"}}).ok());
  const std::string good = Bytes();
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    SetBytes(bad);
    EXPECT_EQ(ReadTrainingState(file_, {}, 3).status().code(),
              absl::StatusCode::kDataLoss)
        << "byte " << i;
  }
  for (std::size_t size = 0; size < good.size(); ++size) {
    SetBytes(good.substr(0, size));
    EXPECT_EQ(ReadTrainingState(file_, {}, 3).status().code(),
              absl::StatusCode::kDataLoss)
        << "size " << size;
  }
}

TEST_F(TrainingStateTest, AMissingFileIsNotFound) {
  EXPECT_EQ(ReadTrainingState(file_, {}, 3).status().code(),
            absl::StatusCode::kNotFound);
}

// As one that may not be read, it is not advised away.
TEST_F(TrainingStateTest, OnlyADamagedFileIsOneToGiveUp) {
  const auto advice = [](const std::filesystem::path& path) {
    return std::string(ReadTrainingState(path, {}, 3).status().message()) +
           std::string(ReadVocabulary(path).status().message());
  };
  EXPECT_THAT(advice(directory_),
              Not(AnyOf(HasSubstr("--fresh"), HasSubstr("not a vocabulary"))));
  std::ofstream(directory_ / "torn.state") << "half of it";
  EXPECT_THAT(advice(directory_ / "torn.state"),
              AllOf(HasSubstr("--fresh"), HasSubstr("not a vocabulary")));
}

TEST_F(TrainingStateTest, WritingLeavesNoTemporaryFile) {
  ASSERT_TRUE(WriteTrainingState(file_, MakeState(), {}).ok());
  ASSERT_TRUE(WriteTrainingState(file_, MakeState(), {}).ok());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_), {}),
            1);
}

TEST_F(TrainingStateTest, AnUnwritablePlaceIsAnError) {
  EXPECT_FALSE(
      WriteTrainingState(directory_ / "none" / "x", MakeState(), {}).ok());
}

TEST_F(TrainingStateTest, TheLastSnapshotsAreAveraged) {
  SnapshotStore store(directory_, {.keep = 2});
  EXPECT_EQ(store.Average(100).status().code(), absl::StatusCode::kNotFound);
  // Update 9 sorts before 10 as a number, after it as text.
  for (const int64_t update : {8, 9, 10}) {
    const std::vector<float> parameters = {static_cast<float>(update), 1.0f};
    ASSERT_TRUE(store.Add(update, 0.0, parameters).ok());
  }
  // A run that continues from the earlier state may still need old snapshots.
  EXPECT_THAT(store.Updates(), ElementsAre(8, 9, 10));
  ASSERT_TRUE(store.RemoveBeyond().ok());
  EXPECT_THAT(store.Updates(), ElementsAre(9, 10));
  const auto average = store.Average(10);
  ASSERT_TRUE(average.ok()) << average.status();
  EXPECT_THAT(average->span(), ElementsAre(9.5f, 1.0f));
  EXPECT_THAT(store.Average(9)->span(), ElementsAre(9.0f, 1.0f));
  // What an interrupted write left goes, too.
  const std::filesystem::path torn = directory_ / "snapshot-11.state.tmp";
  std::ofstream(torn) << "half of it";
  ASSERT_TRUE(store.RemoveAfter(9).ok());
  EXPECT_THAT(store.Updates(), ElementsAre(9));
  EXPECT_FALSE(std::filesystem::exists(torn));
}

TEST_F(TrainingStateTest, SnapshotsOfDifferentModelsDoNotMix) {
  SnapshotStore store(directory_, {.keep = 2});
  ASSERT_TRUE(store.Add(1, 0.0, std::vector<float>{1.0f}).ok());
  ASSERT_TRUE(store.Add(2, 0.0, std::vector<float>{1.0f, 2.0f}).ok());
  EXPECT_EQ(store.Average(2).status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(TrainingStateTest, TheBestSnapshotsAreAveraged) {
  SnapshotStore store(directory_, {.keep = 2, .best = true});
  const auto add = [&store](int64_t update, double score) {
    const std::vector<float> parameters = {static_cast<float>(update)};
    return store.Add(update, score, parameters).ok() &&
           store.RemoveBeyond().ok();
  };
  ASSERT_TRUE(add(1, -3.0) && add(2, -1.0) && add(3, -2.0));
  EXPECT_THAT(store.Updates(), ElementsAre(2, 3));
  EXPECT_THAT(store.Average(3)->span(), ElementsAre(2.5f));
  // A worse one does not stay; of equal ones the later does.
  ASSERT_TRUE(add(10, -9.0));
  EXPECT_THAT(store.Updates(), ElementsAre(2, 3));
  ASSERT_TRUE(add(11, -2.0));
  EXPECT_THAT(store.Updates(), ElementsAre(2, 11));
  EXPECT_THAT(store.Average(11)->span(), ElementsAre(6.5f));
}

TEST_F(TrainingStateTest, ASnapshotWithoutAScoreIsNotRanked) {
  ASSERT_TRUE(SnapshotStore(directory_, {}).Add(1, std::nan(""), {}).ok());
  SnapshotStore store(directory_, {.keep = 2, .best = true});
  EXPECT_EQ(store.Average(1).status().code(), absl::StatusCode::kDataLoss);
}

TEST_F(TrainingStateTest, AMovingAverageComesBackToo) {
  TrainingState state = MakeState();
  state.moving_average = AlignedBuffer<float>(3);
  state.moving_average[1] = 0.5f;
  ASSERT_TRUE(WriteTrainingState(file_, state, {}).ok());
  const auto read = ReadTrainingState(file_, {}, 3);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_THAT(read->moving_average.span(), ElementsAre(0.0f, 0.5f, 0.0f));
}

TEST_F(TrainingStateTest, ASettingThatAnOlderTrainerDidNotKeepIsNamed) {
  ASSERT_TRUE(WriteTrainingState(file_, MakeState(), {{"seed", "1"}}).ok());
  EXPECT_THAT(
      std::string(ReadTrainingState(file_, {{"seed", "1"}, {"ema", "0"}}, 3)
                      .status()
                      .message()),
      HasSubstr("ema is 0 here but was not recorded"));
}

TEST_F(TrainingStateTest, AVocabularyComesBackExactly) {
  Vocabulary vocabulary;
  vocabulary.spm = std::string("model\0bytes", 11);
  vocabulary.pieces = {
      {"</s>", 0}, {"<unk>", 1}, {"\xE2\x96\x81la", 2}, {"<pad>", 3}};
  ASSERT_TRUE(WriteVocabulary(file_, vocabulary).ok());
  const auto read = ReadVocabulary(file_);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->spm, vocabulary.spm);
  EXPECT_EQ(read->pieces, vocabulary.pieces);
}

TEST_F(TrainingStateTest, AVocabularyWithoutTheSpecialPiecesIsRefused) {
  Vocabulary vocabulary;
  vocabulary.spm = "model";
  vocabulary.pieces = {{"</s>", 0}, {"<unk>", 1}};
  ASSERT_TRUE(WriteVocabulary(file_, vocabulary).ok());
  EXPECT_THAT(std::string(ReadVocabulary(file_).status().message()),
              HasSubstr("it has no piece \"<pad>\""));
}

TEST_F(TrainingStateTest, AVocabularyWithAPieceTwiceIsRefused) {
  const std::string pieces("</s>\0a\0a\0<pad>\0", 15);
  ASSERT_TRUE(WriteStateArchive(
                  file_, {{"source.spm", "model"}, {"pieces", pieces}}, {})
                  .ok());
  EXPECT_THAT(std::string(ReadVocabulary(file_).status().message()),
              HasSubstr("it has a piece twice"));
}

TEST_F(TrainingStateTest, AStateIsNoVocabulary) {
  ASSERT_TRUE(WriteTrainingState(file_, MakeState(), {}).ok());
  EXPECT_THAT(std::string(ReadVocabulary(file_).status().message()),
              HasSubstr("not a vocabulary"));
}

}  // namespace
}  // namespace interpres
