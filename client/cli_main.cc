// interpres: the command-line client.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <iostream>
#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "client/cli.h"
#include "client/interruptible_input.h"

namespace {

// Whether the program was started with the descriptor. Where a standard stream
// is closed, whatever is opened next takes its place, before main by gRPC's
// initialisation; that closes on exec, as nothing inherited does.
bool IsInherited(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFD);
  return flags >= 0 && (flags & FD_CLOEXEC) == 0;
}

// One that fails to be read where standard input is closed.
int StandardInput() {
  return IsInherited(STDIN_FILENO) ? STDIN_FILENO
                                   : open("/dev/null", O_WRONLY | O_CLOEXEC);
}

void FailWhereClosed(std::ostream& stream, int descriptor) {
  if (!IsInherited(descriptor)) {
    stream.setstate(std::ios::badbit);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // A closed standard output is an error of the stream, with an exit code of
  // its own, not the end of the process.
  signal(SIGPIPE, SIG_IGN);
  std::ios::sync_with_stdio(false);  // clears the states, too
  FailWhereClosed(std::cout, STDOUT_FILENO);
  FailWhereClosed(std::cerr, STDERR_FILENO);
  interpres::InterruptibleInput input(StandardInput());
  std::istream in(&input);
  return static_cast<int>(
      interpres::RunCli(std::vector<std::string>(argv + 1, argv + argc),
                        {.in = in,
                         .out = std::cout,
                         .err = std::cerr,
                         .in_is_terminal = isatty(STDIN_FILENO) == 1,
                         .out_is_terminal = isatty(STDOUT_FILENO) == 1,
                         .err_is_terminal = isatty(STDERR_FILENO) == 1,
                         .interrupt_input = [&input] { input.Interrupt(); },
                         .sleep = nullptr}));
}
