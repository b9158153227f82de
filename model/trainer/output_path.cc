#include "model/trainer/output_path.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace interpres {

namespace fs = std::filesystem;

absl::Status CheckOutput(const fs::path& output,
                         std::initializer_list<fs::path> inputs) {
  if (output.empty()) {
    return absl::OkStatus();
  }
  std::error_code error;
  for (const fs::path& input : inputs) {
    // An error: one of them does not exist, so they are two files.
    if (fs::equivalent(output, input, error)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s is read: writing the output over it would lose it; choose "
          "another output",
          input.string()));
    }
  }
  if (fs::is_directory(output, error)) {
    return absl::InvalidArgumentError(absl::StrCat(
        output.string(), ": is a directory; expected a file to write"));
  }
  // A file that is not there needs a directory.
  const fs::path touched =
      fs::exists(output, error) ? output : output.parent_path() / ".";
  if (access(touched.c_str(), W_OK) != 0) {
    return absl::ErrnoToStatus(
        errno, absl::StrCat(output.string(), ": cannot be written"));
  }
  return absl::OkStatus();
}

absl::Status CheckOutputDirectory(const fs::path& output,
                                  const fs::path& input) {
  if (output.empty()) {
    return absl::InvalidArgumentError(
        "--output is empty; expected the directory to write; give --output "
        "DIR");
  }
  std::error_code error;
  // An error: one of them does not exist, so they are two directories.
  if (fs::equivalent(output, input, error)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is read: writing the output over it would lose it; choose another "
        "--output",
        input.string()));
  }
  return absl::OkStatus();
}

}  // namespace interpres
