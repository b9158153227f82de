// Writes the checkpoints of a training run, and translates the dev text with
// them.

#ifndef INTERPRES_MODEL_TRAINING_RUN_CHECKPOINTS_H_
#define INTERPRES_MODEL_TRAINING_RUN_CHECKPOINTS_H_

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/training/training_input.h"
#include "model/training/training_run.h"
#include "model/training/training_state.h"

namespace interpres {

// The data that the hooks of the training loop share. Borrows everything.
struct RunContext {
  const TrainingRunOptions& options;
  const TrainingInput& prepared;
  const std::function<void(const std::string&)>& say;  // a line for people
  const std::function<void(const std::string&)>& log;  // a line of JSON
};

// Returns the path of a checkpoint that a validation writes, translates with
// and deletes.
std::filesystem::path CandidatePath(const TrainingRunOptions& options);

// Writes the checkpoint of the run and reports its scores on the dev texts.
absl::Status SaveModel(const RunContext& run, std::span<const float> parameters,
                       const TrainingCounters& counters);

// Returns the mean over the directions of the metric of the run, BLEU or chrF,
// by the serving engine. Logs the sample translations.
absl::StatusOr<double> ScoreModel(const RunContext& run,
                                  std::span<const float> parameters,
                                  const TrainingCounters& counters);

// Logs the translations of the first sample_translations sentences by
// `parameters`. Reports an error through `say` and continues. Does nothing
// without dev texts.
void SampleModel(const RunContext& run, std::span<const float> parameters,
                 const TrainingCounters& counters);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_CHECKPOINTS_H_
