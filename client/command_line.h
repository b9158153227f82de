// Parses the command line of a program and prints its help and its errors.

#ifndef INTERPRES_CLIENT_COMMAND_LINE_H_
#define INTERPRES_CLIENT_COMMAND_LINE_H_

#include <CLI/App.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "client/exit_code.h"

namespace interpres {

// Parses `arguments`, the arguments after the program's name, and sets the
// variables of the options of `app`.
//
// Returns null if the command must run now. Otherwise the command must not run,
// and the process must exit with the returned code. Then the help or the
// version was printed to `out` (kOk, or kInputOutput if that failed), or an
// error to `err` (kUsage).
std::optional<ExitCode> ParseCommandLine(CLI::App& app,
                                         std::vector<std::string> arguments,
                                         std::ostream& out, std::ostream& err);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_COMMAND_LINE_H_
