// `interpres-train convert`: writes a model in another format.

#ifndef INTERPRES_MODEL_TRAINER_CONVERT_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_CONVERT_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "convert" to `app`: writes a model in another format. If
// the command line names the subcommand, app.parse() runs it and sets
// `exit_code`. 0 means success, 1 an error, which the command prints to
// standard error. REQUIRES: `app` and `exit_code` outlive the parsing.
void AddConvertCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_CONVERT_COMMAND_H_
