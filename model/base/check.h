// Stops the program on a broken precondition of our own code. Never for input.

#ifndef INTERPRES_MODEL_BASE_CHECK_H_
#define INTERPRES_MODEL_BASE_CHECK_H_

#include <cstdio>
#include <cstdlib>

namespace interpres {

// The defaults are the caller's place. (Not std::source_location, which clang
// 14 lacks.)
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
