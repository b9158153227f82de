// interpres-train back-translate and interpres-train distill: write a
// corpus. A model translates one side from the other.

#ifndef INTERPRES_MODEL_TRAINER_SYNTHESIS_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_SYNTHESIS_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "back-translate" to `app`: translates the target side of
// a corpus into its source side. If the command line names the subcommand,
// app.parse() runs it and sets `exit_code`. 0 means success, 1 an error, which
// the command prints to standard error. REQUIRES: `app` and `exit_code` outlive
// the parsing.
void AddBackTranslateCommand(CLI::App& app, int& exit_code);

// Adds the subcommand "distill" to `app`: translates the source side of a
// corpus into its target side. If the command line names the subcommand,
// app.parse() runs it and sets `exit_code`. 0 means success, 1 an error, which
// the command prints to standard error. REQUIRES: `app` and `exit_code` outlive
// the parsing.
void AddDistillCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_SYNTHESIS_COMMAND_H_
