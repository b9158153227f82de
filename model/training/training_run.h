// Performs a complete training run: reads text files and writes a checkpoint
// directory.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_

#include <atomic>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "model/training/process_group.h"
#include "model/training/trainer.h"
#include "model/training/training_run_options.h"

namespace interpres {

// Trains a model and returns the reason for the end. Writes the checkpoint at
// each save, and at the end unless a signal stopped the run. `say` receives
// lines for people. The run ends when `stop` becomes true, which a signal
// handler may set.
//
// The run locks the state directory. The run appends JSON lines to log.jsonl in
// that directory. Each save and the end rewrite report.html there.
//
// All processes of `group` train one model and read the corpora. Only the
// leader writes files, calls `say` and obeys `stop`. REQUIRES: all processes of
// `group` call RunTraining with the same options.
//
// Returns INVALID_ARGUMENT for invalid options or texts, and for suspicious
// texts unless the options allow them. Returns
// FAILED_PRECONDITION if another process uses the state directory. Also returns
// FAILED_PRECONDITION if the run would overwrite the state or the checkpoint of
// another run, or resumes a run that had other settings. Returns other errors
// of files and of training.
absl::StatusOr<StopReason> RunTraining(
    const TrainingRunOptions& options, const std::atomic<bool>& stop,
    const std::function<void(const std::string&)>& say,
    const ProcessGroup& group = {});

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_
