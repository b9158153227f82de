// What a command gets from its process.

#ifndef INTERPRES_CLIENT_CLI_ENVIRONMENT_H_
#define INTERPRES_CLIENT_CLI_ENVIRONMENT_H_

#include <chrono>
#include <functional>
#include <istream>
#include <ostream>

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

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CLI_ENVIRONMENT_H_
