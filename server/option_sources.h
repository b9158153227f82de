// The environment and the configuration file, below the command line.
//
// CLI11 reads both too, but its messages name neither the variable nor the
// file and line. Internal to server_options.cc.

#ifndef INTERPRES_SERVER_OPTION_SOURCES_H_
#define INTERPRES_SERVER_OPTION_SOURCES_H_

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace interpres {

// Returns the name of the environment variable for the option `flag`. For
// example, "--queue-jobs" has INTERPRES_QUEUE_JOBS. REQUIRES: `flag` begins
// with "--".
std::string EnvironmentName(std::string_view flag);

// Returns the names of the environment variables for all options of `app`
// except --help and --version.
std::vector<std::string> EnvironmentNames(const CLI::App& app);

// Adds the name of its environment variable to each option in the help of
// `app`. REQUIRES: `app` has parsed the command line. Otherwise CLI11 itself
// would read the variables when it parses.
void ShowVariablesInHelp(CLI::App& app);

// Sets the options of `app` that the command line leaves out. The value of an
// option comes from the environment variable of the option, if the variable is
// set. An empty variable counts as not set, except for the flags in
// `empty_disables`, for example "--admin-address".
//
// REQUIRES: `app` has parsed the command line.
// Returns INVALID_ARGUMENT, naming the variable, if a value is not allowed.
absl::Status ReadEnvironment(const std::vector<std::string>& empty_disables,
                             CLI::App& app);

// Sets options of `app` from the TOML or INI file at `path`. Options that the
// command line or the environment has set keep their values.
//
// REQUIRES: `app` has parsed the command line, and ReadEnvironment was called.
// Returns INVALID_ARGUMENT, naming the path, if the file cannot be read.
// Returns INVALID_ARGUMENT, naming file and line, if a key is not an option or
// is set twice, or if a value is not allowed.
absl::Status ReadConfigFile(const std::string& path, CLI::App& app);

// Returns the message of `error`. If our own check of a value failed, removes
// the option's name that CLI11 puts in front, because our checks also name the
// option.
std::string MessageOf(const CLI::ParseError& error);

}  // namespace interpres

#endif  // INTERPRES_SERVER_OPTION_SOURCES_H_
