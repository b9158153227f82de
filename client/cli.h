// The command line of `interpres`, as a function: main() gives it the real
// streams, tests give it their own.

#ifndef INTERPRES_CLIENT_CLI_H_
#define INTERPRES_CLIENT_CLI_H_

#include <chrono>
#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "client/exit_code.h"

namespace interpres {

struct CliEnvironment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;

  // Whether the streams are terminals: a progress bar is drawn on `err` if it
  // is one and `out` is not (it would be drawn between the translations).
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;

  // Ends `in` for whoever waits for it: the work has stopped. From any thread;
  // unset: what `in` has is read to its end.
  std::function<void()> interrupt_input = nullptr;

  // Waits between attempts; unset: the thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep;
};

// Runs one command. `arguments` are those after the program's name. Options
// that are not given come from the environment variables that --help names.
ExitCode RunCli(std::vector<std::string> arguments,
                const CliEnvironment& environment);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CLI_H_
