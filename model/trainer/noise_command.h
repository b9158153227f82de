// interpres-train noise: prints sentence pairs with noise.

#ifndef INTERPRES_MODEL_TRAINER_NOISE_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_NOISE_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "noise" to `app`: prints sentence pairs with the noise of
// a training run. If the command line names the subcommand, app.parse() runs it
// and sets `exit_code`. 0 means success, 1 an error, which the command prints
// to standard error. REQUIRES: `app` and `exit_code` outlive the parsing.
void AddNoiseCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_NOISE_COMMAND_H_
