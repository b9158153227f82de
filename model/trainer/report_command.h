// interpres-train report: writes the HTML report of a training run.

#ifndef INTERPRES_MODEL_TRAINER_REPORT_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_REPORT_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand "report" to `app`. If the command line names the
// subcommand, app.parse() runs it. Sets `exit_code` to 1 after an error and
// leaves it unchanged after a success. REQUIRES: `app` and `exit_code` outlive
// the parsing.
void AddReportCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_REPORT_COMMAND_H_
