// Obtains the network of a training run: from the options, from the checkpoint
// that the run begins with, or from the run that is resumed.

#ifndef INTERPRES_MODEL_TRAINING_RUN_MODEL_H_
#define INTERPRES_MODEL_TRAINING_RUN_MODEL_H_

#include <filesystem>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/model_config.h"
#include "model/training/process_group.h"
#include "model/training/training_run_options.h"

namespace interpres {

// Returns the path of the file, in the state directory, in which a run stores
// the settings of its network.
std::filesystem::path ModelSettingsPath(const TrainingRunOptions& options);

// Returns the network of the run, the same in all processes, with the special
// ids of options.model. The network is the stored network of the resumed run,
// or else the network of options.initial_checkpoint. Settings in
// options.model_settings must equal the settings of this network, except
// max_positions, which replaces its value. Without initial_checkpoint, or if a
// resumed run has stored no network and the checkpoint does not exist, the
// network is options.model. Only the leader of the group reads
// files. REQUIRES: all processes of `group` call ObtainModel.
//
// Returns INVALID_ARGUMENT if options.model_settings contradicts the network;
// the message names both values. Returns the error of reading the stored
// network or the checkpoint. All processes return the same error.
absl::StatusOr<ModelConfig> ObtainModel(const TrainingRunOptions& options,
                                        const ProcessGroup& group);

// Writes the settings of `model` to ModelSettingsPath(options), where
// ObtainModel of a resumed run finds them. Returns the error of writing the
// file.
absl::Status StoreModel(const TrainingRunOptions& options,
                        const ModelConfig& model);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_MODEL_H_
