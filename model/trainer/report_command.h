// interpres-train report: writes the HTML report of a training run.

#ifndef INTERPRES_MODEL_TRAINER_REPORT_COMMAND_H_
#define INTERPRES_MODEL_TRAINER_REPORT_COMMAND_H_

#include <CLI/CLI.hpp>

namespace interpres {

// Adds the subcommand to `app`. If the command line names the subcommand, the
// subcommand runs at the end of parsing and sets `exit_code`. REQUIRES: `app`
// and `exit_code` outlive the parsing.
void AddReportCommand(CLI::App& app, int& exit_code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_REPORT_COMMAND_H_
