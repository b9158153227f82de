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

// Fills in the variables of the options of `app`. `arguments` are the arguments
// after the program's name.
//
// Returns null if the command must run now. Otherwise prints the help or the
// version to `out`, or an error to `err`, and returns the exit code.
std::optional<ExitCode> ParseCommandLine(CLI::App& app,
                                         std::vector<std::string> arguments,
                                         std::ostream& out, std::ostream& err);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_COMMAND_LINE_H_
