// A disk that is full after a number of bytes of each file.

#ifndef INTERPRES_TESTS_TESTING_FILE_SIZE_LIMIT_H_
#define INTERPRES_TESTS_TESTING_FILE_SIZE_LIMIT_H_

#include <signal.h>
#include <sys/resource.h>

#include <cstdint>

namespace interpres {

// From now on write() stops at `bytes` of a file and then fails, as on a full
// disk. The limit holds for the whole process until its end. So call this
// function in a child process, such as the statement of EXPECT_EXIT.
inline void LimitFileSize(uint64_t bytes) {
  signal(SIGXFSZ, SIG_IGN);  // a failed write, not a dead process
  const rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_FILE_SIZE_LIMIT_H_
