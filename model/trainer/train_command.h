// interpres-train train: trains a model.

#ifndef INTERPRES_MODEL_TRAINER_TRAIN_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_TRAIN_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "train" to `app`. If the command line names the
// subcommand, app.parse() runs it and sets `exit_code`. 0 means that training
// ended, 1 an error, 3 that a signal stopped the training with its state saved.
// The run installs handlers of SIGTERM, SIGINT, SIGUSR1 and SIGHUP.
// REQUIRES: `app` and `exit_code` outlive the parsing.
void AddTrainCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TRAIN_COMMAND_H_
