// interpres-train translate: translates text.

#ifndef INTERPRES_MODEL_TRAINER_TRANSLATE_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_TRANSLATE_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "translate" to `app`. If the command line names the
// subcommand, app.parse() runs it and sets `exit_code`. 0 means success, 1 an
// error, 2 that some lines were not translated. REQUIRES: `app` and `exit_code`
// outlive the parsing.
void AddTranslateCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TRANSLATE_COMMAND_H_
