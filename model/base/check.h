// Stops the program on a broken precondition of our own code. Never for input.

#ifndef INTERPRES_MODEL_BASE_CHECK_H_
#define INTERPRES_MODEL_BASE_CHECK_H_

#include <cstdio>
#include <cstdlib>

namespace interpres {

// If `condition` is false, prints `what` with the file and the line, and aborts
// the program. By default, the file and the line are the caller's. (Clang 14
// lacks std::source_location.)
inline void Check(bool condition, const char* what,
                  const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  if (!condition) [[unlikely]] {
    std::fprintf(stderr, "%s:%d: internal error: %s\n", file, line, what);
    std::abort();
  }
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_CHECK_H_
