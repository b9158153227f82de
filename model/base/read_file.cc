#include "model/base/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <span>
#include <system_error>

#include "absl/strings/str_format.h"
#include "model/base/file_descriptor.h"
#include "model/base/status.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

// Returns the number of bytes that were read, 0 at the end of the file, or -1
// with errno.
ssize_t ReadSome(int descriptor, std::span<char> buffer) {
  ssize_t count = 0;
  do {
    count = read(descriptor, buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  return count;
}

absl::Status ReasonOf(int error) {
  return {absl::ErrnoToStatusCode(error),
          std::generic_category().message(error)};
}

}  // namespace

absl::Status FileError(int error, const char* verb, const fs::path& path) {
  return absl::ErrnoToStatus(
      error, absl::StrFormat("%s: cannot %s it", path.string(), verb));
}

absl::StatusOr<int64_t> RegularFileSize(int descriptor, const fs::path& path) {
  struct stat info = {};
  if (fstat(descriptor, &info) != 0) {
    return FileError(errno, "stat", path);
  }
  if (!S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: not a regular file", path.string()));
  }
  return static_cast<int64_t>(info.st_size);
}

absl::StatusOr<std::string> ReadFile(const fs::path& path, int64_t max_bytes) {
  // O_NONBLOCK: opening a named pipe must not wait for its writer.
  const FileDescriptor file(
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.value() < 0) {
    return FileError(errno, "open", path);
  }
  INTERPRES_ASSIGN_OR_RETURN(const int64_t size,
                             RegularFileSize(file.value(), path));
  if (size > max_bytes) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: it has %d bytes; at most %d are expected",
                        path.string(), size, max_bytes));
  }
  std::string text(static_cast<std::size_t>(size), '\0');
  std::span<char> rest(text);
  while (!rest.empty()) {
    const ssize_t count = ReadSome(file.value(), rest);
    if (count < 0) {
      return FileError(errno, "read", path);
    }
    if (count == 0) {
      return absl::DataLossError(
          absl::StrFormat("%s: it shrank while it was read", path.string()));
    }
    rest = rest.subspan(static_cast<std::size_t>(count));
  }
  return text;
}

absl::StatusOr<std::string> ReadStream(const fs::path& path,
                                       int64_t max_bytes) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.value() < 0) {
    return ReasonOf(errno);
  }
  std::array<char, 1 << 14> buffer{};
  std::string text;
  while (std::ssize(text) < max_bytes) {
    const int64_t room = max_bytes - std::ssize(text);
    const auto wanted =
        static_cast<std::size_t>(std::min<int64_t>(room, std::ssize(buffer)));
    const ssize_t count =
        ReadSome(file.value(), std::span(buffer).first(wanted));
    if (count < 0) {
      return ReasonOf(errno);
    }
    if (count == 0) {
      break;
    }
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace interpres
