// The common parts of the programs that measure.

#ifndef INTERPRES_TESTS_BENCHMARKS_BENCH_PROGRAM_H_
#define INTERPRES_TESTS_BENCHMARKS_BENCH_PROGRAM_H_

#include <chrono>
#include <cstdio>
#include <exception>
#include <string>

#include "absl/status/status.h"

namespace interpres {

inline double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

// Returns the exit code of `program`: 0 if `status` is OK. Otherwise prints the
// message of `status` to standard error and returns 1.
inline int Report(const char* program, const absl::Status& status) {
  if (status.ok()) {
    return 0;
  }
  std::fprintf(stderr, "%s: %s\n", program,
               std::string(status.message()).c_str());
  return 1;
}

// Runs `main(argc, argv)` and returns its result. If `main` throws an
// exception, prints its message to standard error and returns 1. CLI11 throws,
// and so does a lack of memory.
inline int RunMain(const char* program, int (*main)(int, char**), int argc,
                   char** argv) {
  try {
    return main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", program, error.what());
    return 1;
  }
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_BENCHMARKS_BENCH_PROGRAM_H_
