// Files that a command writes.

#ifndef INTERPRES_MODEL_TRAINER_OUTPUT_PATH_H_
#define INTERPRES_MODEL_TRAINER_OUTPUT_PATH_H_

#include <filesystem>
#include <initializer_list>

#include "absl/status/status.h"

namespace interpres {

// What can be told before the work: INVALID_ARGUMENT if `output` is one of the
// files that are read, under this name or another, which would be lost; else
// why it cannot be written. "" is no file.
absl::Status CheckOutput(const std::filesystem::path& output,
                         std::initializer_list<std::filesystem::path> inputs);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_OUTPUT_PATH_H_
