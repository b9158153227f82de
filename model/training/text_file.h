// Reads the lines of a UTF-8 text file.

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

// Maximum bytes of a line of a text file, far beyond the maximum that a model
// accepts. ReadTextFile returns nullopt in place of a longer line.
inline constexpr int64_t kLongestLine = 1 << 16;

// A line of a text file, without line end. nullopt means that the line is
// longer than kLongestLine bytes.
using CorpusLine = std::optional<std::string>;

// Returns the lines of a text file. A line of over kLongestLine bytes is
// nullopt. Drops a byte-order mark and carriage returns at line ends. Returns
// NOT_FOUND if the file cannot be opened, and DATA_LOSS if reading fails.
// Returns INVALID_ARGUMENT for invalid UTF-8; the message names the file, line
// and byte.
absl::StatusOr<std::vector<CorpusLine>> ReadTextFile(
    const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TEXT_FILE_H_
