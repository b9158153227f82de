// The command line of `interpres`, as a function: main() gives it the real
// streams, tests give it their own.

#ifndef INTERPRES_CLIENT_CLI_H_
#define INTERPRES_CLIENT_CLI_H_

#include <string>
#include <vector>

#include "client/cli_environment.h"
#include "client/exit_code.h"

namespace interpres {

// Runs one command and returns its exit code. `arguments` are the arguments
// after the program's name. Options that `arguments` lack get their values from
// the environment variables that --help names. Prints errors to
// `environment.err`.
ExitCode RunCli(std::vector<std::string> arguments,
                const CliEnvironment& environment);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CLI_H_
