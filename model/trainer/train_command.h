// interpres-train train: trains a model.

#ifndef INTERPRES_MODEL_TRAINER_TRAIN_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_TRAIN_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand to `app`. If the command line names the subcommand, the
// subcommand runs at the end of parsing and sets `exit_code`. REQUIRES: `app`
// and `exit_code` outlive the parsing.
void AddTrainCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TRAIN_COMMAND_H_
