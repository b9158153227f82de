// `interpres-train convert`: writes a model in another format.

#ifndef INTERPRES_MODEL_TRAINER_CONVERT_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_CONVERT_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand to `app`. When `app` parses it, the command runs and sets
// `exit_code`: 0 means success, 1 means failure. Errors go to standard error.
// REQUIRES: `exit_code` outlives the parsing.
void AddConvertCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_CONVERT_COMMAND_H_
