// Reads whole files into memory.

#ifndef INTERPRES_MODEL_BASE_READ_FILE_H_
#define INTERPRES_MODEL_BASE_READ_FILE_H_

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Returns the content of a regular file of at most `max_bytes`. Does not wait
// for the writer of a pipe. Returns NOT_FOUND if the file does not exist,
// INVALID_ARGUMENT if the file is larger or not a regular file. The message
// begins with `path`.
absl::StatusOr<std::string> ReadFile(const std::filesystem::path& path,
                                     int64_t max_bytes);

// Returns the first `max_bytes` of a file of any kind, or all bytes if the file
// has fewer: a regular file, a file in /proc, a pipe or a device. Waits for the
// writer of a pipe. Returns the error of the system otherwise. The message is
// the reason without `path`, for example "No such file or directory".
absl::StatusOr<std::string> ReadStream(
    const std::filesystem::path& path,
    int64_t max_bytes = std::numeric_limits<int64_t>::max());

// Returns the size of an open file. Returns INVALID_ARGUMENT if the file is not
// a regular file. The message begins with `path`.
absl::StatusOr<int64_t> RegularFileSize(int descriptor,
                                        const std::filesystem::path& path);

// Returns the status for a failed system call: "PATH: cannot VERB it: REASON".
// `error` is errno.
absl::Status FileError(int error, const char* verb,
                       const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_READ_FILE_H_
