// Lines of a UTF-8 text file, as corpora are read.

#ifndef INTERPRES_MODEL_TRAINING_TEXT_FILE_H_
#define INTERPRES_MODEL_TRAINING_TEXT_FILE_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace interpres {

// Bytes of the longest line that is kept: far beyond what a model accepts.
inline constexpr int64_t kLongestLine = 1 << 16;

// A line, or nothing in place of one that is too long.
using CorpusLine = std::optional<std::string>;

// A byte-order mark and carriage returns at line ends are dropped. NOT_FOUND
// for a file that cannot be opened; INVALID_ARGUMENT for invalid UTF-8 names
// the line and byte.
absl::StatusOr<std::vector<CorpusLine>> ReadTextFile(
    const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TEXT_FILE_H_
