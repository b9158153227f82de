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

// Returns the content of a regular file of at most `max_bytes`. Never waits for
// the writer of a pipe. Returns NOT_FOUND if the file does not exist. Returns
// INVALID_ARGUMENT if the file is larger or not a regular file. Returns
// DATA_LOSS if the file shrinks during the call, and otherwise the error of the
// system. The message begins with `path`.
absl::StatusOr<std::string> ReadFile(const std::filesystem::path& path,
                                     int64_t max_bytes);

// Reads a file of any kind: a regular file, a file in /proc, a pipe or a
// device. Returns the first `max_bytes` bytes, or all bytes if the file has
// fewer. Waits for the writer of a pipe. Returns the error of the system if the
// file cannot be read. The message is the reason without `path`, for example
// "No such file or directory".
absl::StatusOr<std::string> ReadStream(
    const std::filesystem::path& path,
    int64_t max_bytes = std::numeric_limits<int64_t>::max());

// Returns the size of the open file `descriptor`, in bytes. Returns
// INVALID_ARGUMENT if the file is not a regular file, and the error of the
// system if its size cannot be read. `path` is only used at the beginning of
// the message.
absl::StatusOr<int64_t> RegularFileSize(int descriptor,
                                        const std::filesystem::path& path);

// Returns the status for a system call that failed with the errno `error`. The
// message is "PATH: cannot VERB it: REASON", with the reason from `error`.
absl::Status FileError(int error, const char* verb,
                       const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_READ_FILE_H_
