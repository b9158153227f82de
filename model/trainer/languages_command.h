// interpres-train languages: trains the table of language detection.

#ifndef INTERPRES_MODEL_TRAINER_LANGUAGES_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_LANGUAGES_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "languages" to `app`. If the command line names the
// subcommand, app.parse() runs it and sets `exit_code` to 0, or to 1 after an
// error. REQUIRES: `app` and `exit_code` outlive the parsing.
void AddLanguagesCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_LANGUAGES_COMMAND_H_
