#include "model/tools/output_path.h"

#include <system_error>

#include "absl/strings/str_format.h"

namespace interpres {

absl::Status CheckIsNoInput(
    const std::filesystem::path& output,
    std::initializer_list<std::filesystem::path> inputs) {
  for (const std::filesystem::path& input : inputs) {
    std::error_code error;  // one of them does not exist: two files
    if (std::filesystem::equivalent(output, input, error)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s is read: writing the output over it would lose it; choose "
          "another --output",
          input.string()));
    }
  }
  return absl::OkStatus();
}

}  // namespace interpres
