// interpres-train inspect

#ifndef INTERPRES_MODEL_TRAINER_INSPECT_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_INSPECT_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand to `app`; when it was chosen, it runs at the end of
// parsing and sets `exit_code`. Both must outlive the parsing.
void AddInspectCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_INSPECT_COMMAND_H_
