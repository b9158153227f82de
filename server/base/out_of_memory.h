// The error of a request for which the process has too little memory.

#ifndef INTERPRES_SERVER_BASE_OUT_OF_MEMORY_H_
#define INTERPRES_SERVER_BASE_OUT_OF_MEMORY_H_

#include "absl/status/status.h"

namespace interpres {

// Returns RESOURCE_EXHAUSTED, with a remedy, for a request for which the
// process has too little memory. Always returns the same object, so that only
// the first call needs memory. Call this function before the work that may run
// out of memory.
inline const absl::Status& OutOfMemory() {
  static const auto* const status =
      new absl::Status(absl::ResourceExhaustedError(
          "the server has too little memory for this request; retry later, or "
          "send fewer or shorter texts"));
  return *status;
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_OUT_OF_MEMORY_H_
