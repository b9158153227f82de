// Text files as lists of lines.

#ifndef INTERPRES_MODEL_TRAINER_TEXT_LINES_H_
#define INTERPRES_MODEL_TRAINER_TEXT_LINES_H_

#include <cstddef>
#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace interpres {

// Whether reading has met an error, not the end. Of standard input only stdio
// tells.
bool ReadingFailed(const std::istream& stream);

// Up to `limit` lines from the stream, without their ends (LF or CR LF). Fewer
// only at the end of the stream and where reading fails, which leaves out the
// line that it cuts.
std::vector<std::string> ReadLines(std::istream& stream, std::size_t limit);

// All lines of a file. A byte-order mark is dropped. Where opening or reading
// fails, the status tells why.
absl::StatusOr<std::vector<std::string>> ReadLines(
    const std::filesystem::path& path);

// The text with its line ends and zero bytes, which a vocabulary may bring in,
// replaced by spaces: one line, whole for every reader.
std::string OnOneLine(std::string text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_TEXT_LINES_H_
