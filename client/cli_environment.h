// The streams and hooks that a process gives to a command.

#ifndef INTERPRES_CLIENT_CLI_ENVIRONMENT_H_
#define INTERPRES_CLIENT_CLI_ENVIRONMENT_H_

#include <chrono>
#include <functional>
#include <istream>
#include <ostream>

namespace interpres {

// The streams must outlive the command.
struct CliEnvironment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;

  // Whether `in` is a terminal.
  bool in_is_terminal = false;
  // Whether `out` is a terminal.
  bool out_is_terminal = false;
  // Whether `err` is a terminal. Only then may a progress bar be drawn on
  // `err`. No bar is drawn if the translations go to a terminal, with --quiet,
  // or if the arguments hold the texts.
  bool err_is_terminal = false;

  // Ends the stream `in`, so that a thread that waits for input stops. The
  // command calls this function on any thread when it stops early. Null means
  // that `in` cannot be ended, so a command that stops early may wait for more
  // input.
  std::function<void()> interrupt_input = nullptr;

  // Called to wait for the given time between two attempts. Null means that the
  // thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CLI_ENVIRONMENT_H_
