// The flags of `interpres-train train`.

#ifndef INTERPRES_MODEL_TRAINER_TRAIN_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_TRAIN_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "model/trainer/corpus_flags.h"
#include "model/trainer/model_flags.h"
#include "model/trainer/vocabulary_flags.h"
#include "model/training/training_run_options.h"

namespace interpres {

// The parsed values of the flags of `interpres-train train`. `run` has the
// values that need no conversion; ToOptions converts the others.
struct TrainFlags {
  TrainingRunOptions run;
  CorpusFlags corpora;
  VocabularyFlags vocabulary;
  ModelFlags model;
  std::string decay = "inverse-sqrt";
  std::string metric = "loss";
  std::string weights_type = "f16";
  std::string compute_type = "float32";
  std::optional<int64_t> average_last;
  double max_minutes = 0.0;
  bool resume = false;
  bool fresh = false;
};

// Adds the flags of `interpres-train train` to `app`. Parsing writes their
// values to `flags`. REQUIRES: `flags` outlives the parsing of `app`.
void AddTrainFlags(CLI::App& app, TrainFlags& flags);

// Converts the parsed flags to the options of a training run. Sets the defaults
// of absent flags that depend on other flags. Returns INVALID_ARGUMENT if a
// flag has an invalid value. Does not check all values; the run checks the
// rest.
absl::StatusOr<TrainingRunOptions> ToOptions(const TrainFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TRAIN_FLAGS_H_
