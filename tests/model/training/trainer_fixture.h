// A model of 20 ids that learns to repeat, and a trainer that tells all.

#ifndef INTERPRES_TESTS_MODEL_TRAINING_TRAINER_FIXTURE_H_
#define INTERPRES_TESTS_MODEL_TRAINING_TRAINER_FIXTURE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/training/trainer.h"
#include "tests/testing/temp_dir.h"

namespace interpres {

inline ModelConfig TinyConfig(int32_t vocab_size = 20) {
  ModelConfig config;
  config.vocab_size = vocab_size;
  config.d_model = 16;
  config.encoder_layers = 1;
  config.decoder_layers = 1;
  config.encoder_attention_heads = 2;
  config.decoder_attention_heads = 2;
  config.encoder_ffn_dim = 32;
  config.decoder_ffn_dim = 32;
  config.max_position_embeddings = 32;
  config.pad_token_id = vocab_size - 1;
  config.decoder_start_token_id = vocab_size - 1;
  return config;
}

// Returns `count` examples whose targets equal their sources, which a model can
// learn. Sentences have 2 to `lengths` + 1 of the ids from 2 to `ids` + 1.
inline ExampleSet MakeExamples(int64_t count, int64_t lengths = 4,
                               int64_t ids = 16) {
  ExampleSet examples;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int32_t> sentence;
    for (int64_t k = 0; k < 2 + i % lengths; ++k) {
      sentence.push_back(static_cast<int32_t>(2 + (i * 3 + k * 5) % ids));
    }
    sentence.push_back(0);
    examples.Add(sentence, sentence, static_cast<uint64_t>(i));
  }
  return examples;
}

class TrainerTest : public ::testing::Test {
 protected:
  TrainerOptions Options(const std::string& name = "run") const {
    TrainerOptions options;
    options.batching.batch_tokens = 40;
    options.schedule = {.learning_rate = 1e-2, .warmup = 4, .max_updates = 20};
    options.log_every = 5;
    options.validate_every = 5;
    options.save_every = 5;
    options.state_directory = directory_ / name;
    return options;
  }

  TrainerHooks Hooks() {
    return {.save_model =
                [this](std::span<const float> parameters,
                       const TrainingCounters& counters) {
                  saved_.assign(parameters.begin(), parameters.end());
                  saved_updates_.push_back(counters.update);
                  return absl::OkStatus();
                },
            .say = [this](const std::string& line) { said_.push_back(line); },
            .log = [this](const std::string& line) { logged_.push_back(line); },
            .now_seconds = [this] { return Look(); }};
  }

  // The clock of the trainer. The training loop calls it after each update,
  // before the loop looks at `stop_`.
  double Look() {
    if (trainer_ != nullptr && after_update_ != nullptr) {
      after_update_(trainer_->state().counters.update);
    }
    return now_ += seconds_per_look_;
  }

  absl::StatusOr<std::unique_ptr<Trainer>> Create(
      const TrainerOptions& options) {
    return Trainer::Create(
        options, layout_,
        {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
        Hooks());
  }

  // Trains to the end. Returns the values of the training state, followed by
  // the saved model.
  std::vector<float> Train(const TrainerOptions& options) {
    auto trainer = Create(options);
    EXPECT_TRUE(trainer.ok()) << trainer.status();
    trainer_ = trainer->get();
    const auto reason = (*trainer)->Run(stop_);
    trainer_ = nullptr;
    EXPECT_TRUE(reason.ok()) << reason.status();
    reason_ = reason.value_or(StopReason::kSignal);
    counters_ = (*trainer)->state().counters;
    std::vector<float> all = StateOf(**trainer);
    all.insert(all.end(), saved_.begin(), saved_.end());
    return all;
  }

  // Does what Train does, but in the directory "cut" and in two sessions. A
  // signal ends the first session after update 7.
  std::vector<float> TrainInTwoSessions(TrainerOptions options) {
    options.state_directory = directory_ / "cut";
    after_update_ = [this](int64_t update) { stop_ = update == 7; };
    Train(options);
    EXPECT_EQ(reason_, StopReason::kSignal);
    EXPECT_EQ(counters_.update, 7);
    after_update_ = nullptr;
    stop_ = false;
    options.start = StartMode::kResume;
    said_.clear();
    std::vector<float> all = Train(options);
    EXPECT_TRUE(std::ranges::any_of(said_, [](const std::string& line) {
      return line.starts_with("resuming after update 7 ");
    }));
    return all;
  }

  static std::vector<float> StateOf(const Trainer& trainer) {
    std::vector<float> all;
    for (const AlignedBuffer<float>* array :
         {&trainer.state().parameters, &trainer.state().first_moments,
          &trainer.state().second_moments, &trainer.state().moving_average}) {
      all.insert(all.end(), array->data(), array->data() + array->size());
    }
    return all;
  }

  const ParameterLayout layout_{TinyConfig()};
  const TempDir temporary_;
  const std::filesystem::path directory_ = temporary_.path();
  std::vector<float> saved_;
  std::vector<int64_t> saved_updates_;
  std::vector<std::string> said_;
  std::vector<std::string> logged_;
  double now_ = 100.0;
  double seconds_per_look_ = 0.001;
  // The trainer that Train runs now. Null if Train does not run.
  const Trainer* trainer_ = nullptr;
  // Called after each update of the trainer. Null means that nothing is called.
  std::function<void(int64_t update)> after_update_;
  std::atomic<bool> stop_ = false;
  // Of the last run.
  StopReason reason_ = StopReason::kSignal;
  TrainingCounters counters_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_TRAINING_TRAINER_FIXTURE_H_
