// Checks the output of a command, a file or a model directory.

#ifndef INTERPRES_MODEL_TRAINER_OUTPUT_PATH_H_
#define INTERPRES_MODEL_TRAINER_OUTPUT_PATH_H_

#include <filesystem>
#include <initializer_list>

#include "absl/status/status.h"

namespace interpres {

// Checks the path of an output file before a command starts its work. Returns
// INVALID_ARGUMENT if `output` is a directory, or is one of the `inputs` under
// any name, because writing would destroy the input. Returns the error of the
// system if `output` cannot be written. An empty path means no output; the
// function returns OK. Does not create the file.
absl::Status CheckOutput(const std::filesystem::path& output,
                         std::initializer_list<std::filesystem::path> inputs);

// Checks the path of a model directory before a command writes it. Returns
// INVALID_ARGUMENT if `output` is empty, or is `input` under any name, because
// writing would destroy the input. Does not create the directory.
absl::Status CheckOutputDirectory(const std::filesystem::path& output,
                                  const std::filesystem::path& input);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_OUTPUT_PATH_H_
