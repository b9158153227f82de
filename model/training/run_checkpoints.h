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
#include "model/training/training_run_options.h"
#include "model/training/training_state.h"

namespace interpres {

// The data of a training run that SaveModel, ScoreModel and SampleModel share.
// REQUIRES: the referenced objects outlive the context.
struct RunContext {
  const TrainingRunOptions& options;
  const TrainingInput& prepared;
  const std::function<void(const std::string&)>& say;  // a line for people
  const std::function<void(const std::string&)>& log;  // a line of JSON
};

// Returns the path of the candidate: the checkpoint, in the state directory,
// that a validation writes, translates with and deletes.
std::filesystem::path CandidatePath(const TrainingRunOptions& options);

// Writes the checkpoint of the run to options.output. Then translates the dev
// texts with the checkpoint, and reports BLEU and chrF through `say` and `log`.
// Does not translate if bleu_sentences is 0 or there are no dev texts. Returns
// the error of writing or translating.
absl::Status SaveModel(const RunContext& run, std::span<const float> parameters,
                       const TrainingCounters& counters);

// Writes `parameters` to CandidatePath, translates the dev texts with this
// checkpoint, and deletes it. Returns the mean over the directions of the
// metric of the run, BLEU or chrF. Reports the scores and logs the sample
// translations. Returns the error of writing or translating. REQUIRES: there
// are dev texts, and bleu_sentences is above 0.
absl::StatusOr<double> ScoreModel(const RunContext& run,
                                  std::span<const float> parameters,
                                  const TrainingCounters& counters);

// Logs translations by `parameters` of sample_translations sentences of each
// dev text, evenly spaced. Writes and deletes the checkpoint CandidatePath.
// Reports an error only through `say`. Does nothing if there are no dev texts
// or sample_translations is 0.
void SampleModel(const RunContext& run, std::span<const float> parameters,
                 const TrainingCounters& counters);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_CHECKPOINTS_H_
