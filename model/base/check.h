// Stops the program on a broken precondition of our own code. Never for input.

#ifndef INTERPRES_MODEL_BASE_CHECK_H_
#define INTERPRES_MODEL_BASE_CHECK_H_

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace interpres {

inline void Check(
    bool condition, const char* what,
    std::source_location where = std::source_location::current()) {
  if (!condition) [[unlikely]] {
    std::fprintf(stderr, "%s:%u: internal error: %s\n", where.file_name(),
                 static_cast<unsigned>(where.line()), what);
    std::abort();
  }
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_CHECK_H_
