// The command line of `interpres-bench`, as a function: main() gives it the
// real streams, tests give it their own.

#ifndef INTERPRES_CLIENT_BENCH_BENCH_CLI_H_
#define INTERPRES_CLIENT_BENCH_BENCH_CLI_H_

#include <string>
#include <vector>

#include "client/exit_code.h"
#include "client/server_commands.h"

namespace interpres {

// Puts a server under load. Prints a table, or one JSON object (an
// interpres.cli.v1.LoadReport), and writes the chart if the flags name a file.
// `arguments` are the arguments after the program's name.
//
// Returns kOk if at least one request succeeded, no text failed, and no request
// failed except those that the server refused for load (RESOURCE_EXHAUSTED).
// Returns kFailed otherwise. Returns another code if the load did not run, or
// if the metrics page, the chart or the output failed. Returns kOk after --help
// and --version.
ExitCode RunBenchCli(std::vector<std::string> arguments,
                     const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_BENCH_CLI_H_
