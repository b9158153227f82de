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

// Returns the environment variable of an option: "--queue-jobs" has
// INTERPRES_QUEUE_JOBS.
std::string EnvironmentName(std::string_view flag);

// Returns the variables of all options but --help and --version.
std::vector<std::string> EnvironmentNames(const CLI::App& app);

// Adds the variables to the help. CLI11 would read them if they were named
// before it parses.
void ShowVariablesInHelp(CLI::App& app);

// Sets the options that the command line leaves out from their environment
// variables. An empty variable counts as not set, except for the options in
// `empty_disables`.
//
// REQUIRES: `app` has parsed the command line.
// Returns INVALID_ARGUMENT, naming the variable, if a value is not allowed.
absl::Status ReadEnvironment(const std::vector<std::string>& empty_disables,
                             CLI::App& app);

// Sets the options that are still left out from a TOML or INI file. Options
// that are set already keep their values.
//
// REQUIRES: `app` has parsed the command line, and ReadEnvironment was called.
// Returns INVALID_ARGUMENT, naming the path, if the file cannot be read.
// Returns INVALID_ARGUMENT, naming file and line, if a key is not an option or
// is set twice, or if a value is not allowed.
absl::Status ReadConfigFile(const std::string& path, CLI::App& app);

// Returns the message of CLI11 without the option's name in front, which our
// checks name themselves.
std::string MessageOf(const CLI::ParseError& error);

}  // namespace interpres

#endif  // INTERPRES_SERVER_OPTION_SOURCES_H_
