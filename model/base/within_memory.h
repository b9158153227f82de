// Turns exceptions of the standard library for want of memory or threads into
// a status: what a file or a client asks for must not end a process that serves
// others.

#ifndef INTERPRES_MODEL_BASE_WITHIN_MEMORY_H_
#define INTERPRES_MODEL_BASE_WITHIN_MEMORY_H_

#include <new>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace interpres {

// Calls `job`, which returns a Status or a StatusOr, and returns its result.
// Returns `exhausted` if the job throws std::bad_alloc. Returns `exhausted`
// with the cause appended to the message if the job throws std::system_error,
// because a thread could not be started. Create `exhausted` before memory runs
// out: copying it needs no memory.
template <typename Job>
auto WithinMemory(const absl::Status& exhausted, const Job& job)
    -> decltype(job()) {
  try {
    return job();
  } catch (const std::bad_alloc&) {
    return exhausted;
  } catch (const std::system_error& error) {
    return absl::Status(exhausted.code(),
                        absl::StrCat(exhausted.message(), ": ", error.what()));
  }
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_WITHIN_MEMORY_H_
