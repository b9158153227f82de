// interpres-train evaluate: scores a model on a test set.

#ifndef INTERPRES_MODEL_TRAINER_EVALUATE_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_EVALUATE_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "evaluate" to `app`. If the command line names the
// subcommand, app.parse() runs it and sets `exit_code`. 0 means success, 1 an
// error, 2 that the report lists lines that failed. REQUIRES: `app` and
// `exit_code` outlive the parsing.
void AddEvaluateCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EVALUATE_COMMAND_H_
