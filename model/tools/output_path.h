// Files that a command writes.

#ifndef INTERPRES_MODEL_TOOLS_OUTPUT_PATH_H_
#define INTERPRES_MODEL_TOOLS_OUTPUT_PATH_H_

#include <filesystem>
#include <initializer_list>

#include "absl/status/status.h"

namespace interpres {

// INVALID_ARGUMENT if `output` is one of the files that are read, under this
// name or another: it would be lost.
absl::Status CheckIsNoInput(
    const std::filesystem::path& output,
    std::initializer_list<std::filesystem::path> inputs);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOOLS_OUTPUT_PATH_H_
