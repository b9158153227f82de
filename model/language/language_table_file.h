// The file of a language table: languages.bin (docs/languages.md).

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_FILE_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_FILE_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/language/language_table.h"

namespace interpres {

// The name of the table in a model directory.
inline constexpr char kLanguageTableFile[] = "languages.bin";

// Returns the language table in the bytes of a file. Returns INVALID_ARGUMENT
// if the bytes are malformed or of another version, and DATA_LOSS if the
// checksum differs. `name`, the name of the file, starts every message.
absl::StatusOr<LanguageTable> ParseLanguageTable(
    std::span<const std::byte> bytes, std::string_view name);

// Returns the table as bytes for ParseLanguageTable.
std::string SerializeLanguageTable(const LanguageTable& table);

// Reads the language table of a model directory from kLanguageTableFile.
// Returns null if the file or the directory does not exist. Otherwise returns
// the errors of ReadFile and ParseLanguageTable.
absl::StatusOr<std::optional<LanguageTable>> ReadLanguageTable(
    const std::filesystem::path& directory);

// Writes the table to `path`, and replaces an earlier file in one step. Returns
// the error of the system.
absl::Status WriteLanguageTable(const std::filesystem::path& path,
                                const LanguageTable& table);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_TABLE_FILE_H_
