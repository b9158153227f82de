// Tested by check_closed_standard_streams of client_end_to_end.py.

#include "client/standard_streams.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <ios>
#include <iostream>
#include <ostream>

namespace interpres {
namespace {

// Returns whether the program was started with the descriptor. If a standard
// stream is closed, the next file that is opened takes its descriptor. gRPC
// opens one before main. That descriptor closes on exec, which no inherited
// descriptor does.
bool IsInherited(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFD);
  return flags >= 0 && (flags & FD_CLOEXEC) == 0;
}

void FailIfClosed(std::ostream& stream, int descriptor) {
  if (!IsInherited(descriptor)) {
    stream.setstate(std::ios::badbit);
  }
}

}  // namespace

void PrepareStandardStreams() {
  signal(SIGPIPE, SIG_IGN);
  // Before FailIfClosed, because it clears the states of the streams.
  std::ios::sync_with_stdio(false);
  FailIfClosed(std::cout, STDOUT_FILENO);
  FailIfClosed(std::cerr, STDERR_FILENO);
}

int StandardInput() {
  return IsInherited(STDIN_FILENO) ? STDIN_FILENO
                                   : open("/dev/null", O_WRONLY | O_CLOEXEC);
}

}  // namespace interpres
