// The flags of `interpres-train train`.

#ifndef INTERPRES_MODEL_TRAINER_TRAIN_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_TRAIN_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "model/trainer/corpus_flags.h"
#include "model/training/training_run.h"

namespace interpres {

// Parsed values. `run` has the values that need no conversion.
struct TrainFlags {
  TrainingRunOptions run;
  CorpusFlags corpora;
  std::string activation = "relu";
  std::string decay = "inverse-sqrt";
  std::string metric = "loss";
  std::string weights_type = "f16";
  std::string compute_type = "float32";
  int64_t heads = 8;
  int64_t ffn = 2048;
  std::optional<int64_t> average_last;
  double max_minutes = 0.0;
  bool resume = false;
  bool fresh = false;
};

// Adds the flags to `app`. REQUIRES: `flags` outlives the parsing of `app`.
void AddTrainFlags(CLI::App& app, TrainFlags& flags);

// Converts the parsed flags to options. Returns INVALID_ARGUMENT if a value is
// invalid; the message names the flag.
absl::StatusOr<TrainingRunOptions> ToOptions(const TrainFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TRAIN_FLAGS_H_
