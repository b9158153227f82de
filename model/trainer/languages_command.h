// interpres-train languages: trains the table of language detection.

#ifndef INTERPRES_MODEL_TRAINER_LANGUAGES_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_LANGUAGES_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "languages" to `app`: trains the table of language
// detection. If the command line names the subcommand, app.parse() runs it and
// sets `exit_code`. 0 means success, 1 an error, which the command prints to
// standard error. REQUIRES: `app` and `exit_code` outlive the parsing.
void AddLanguagesCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_LANGUAGES_COMMAND_H_
