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

  // Whether each stream is a terminal. A progress bar is drawn if `err` is a
  // terminal and the translations go elsewhere.
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;

  // Ends `in`, so that a thread that waits for input stops. Called from any
  // thread when the work has stopped. Null means that `in` is read to its end.
  std::function<void()> interrupt_input = nullptr;

  // Waits between attempts. Null means that the thread sleeps.
  std::function<void(std::chrono::milliseconds)> sleep;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CLI_ENVIRONMENT_H_
