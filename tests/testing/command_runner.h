// Runs a subcommand of a command line tool in this process.

#ifndef INTERPRES_TESTS_TESTING_COMMAND_RUNNER_H_
#define INTERPRES_TESTS_TESTING_COMMAND_RUNNER_H_

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace interpres {

struct CommandOutcome {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// Runs the subcommand that `arguments` name, and returns its exit code and
// output. `add(app, exit_code)` adds the subcommands to `app`. Throws the
// errors of CLI11.
template <typename Add>
CommandOutcome RunCommand(std::vector<std::string> arguments, const Add& add) {
  CLI::App app;
  CommandOutcome outcome;
  add(app, outcome.exit_code);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  app.parse(arguments);
  outcome.out = ::testing::internal::GetCapturedStdout();
  outcome.err = ::testing::internal::GetCapturedStderr();
  return outcome;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_COMMAND_RUNNER_H_
