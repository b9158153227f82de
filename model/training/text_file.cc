#include "model/training/text_file.h"

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <istream>
#include <limits>
#include <span>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

// False at the end of the file and where reading fails. `buffer` has
// kLongestLine bytes and one for the terminator.
bool NextLine(std::istream& file, std::span<char> buffer, CorpusLine& line) {
  file.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  const std::streamsize count = file.gcount();
  if (count == 0 || file.bad()) {
    return false;
  }
  if (file.fail()) {  // the buffer is full
    file.clear();
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    line.reset();
    return true;
  }
  const std::streamsize size = file.eof() ? count : count - 1;
  line.emplace(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

// Without the byte order mark of a first line and a carriage return.
absl::Status CleanLine(const std::filesystem::path& path, std::size_t number,
                       std::string& line) {
  if (number == 1 && line.starts_with(kUtf8ByteOrderMark)) {
    line.erase(0, kUtf8ByteOrderMark.size());
  }
  if (line.ends_with('\r')) {
    line.pop_back();
  }
  const auto at = FindInvalidUtf8(line);
  if (!at.has_value()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s:%d: byte %d (0x%02x) is not valid UTF-8; convert the file to UTF-8 "
      "(iconv) or remove the line",
      path.string(), number, *at + 1, static_cast<uint8_t>(line[*at])));
}

}  // namespace

absl::StatusOr<std::vector<CorpusLine>> ReadTextFile(
    const std::filesystem::path& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    file.setstate(std::ios::failbit);
    errno = EISDIR;
  }
  if (!file) {
    return absl::NotFoundError(
        absl::StrFormat("%s: cannot be opened as a text file: %s",
                        path.string(), std::generic_category().message(errno)));
  }
  std::vector<char> buffer(static_cast<std::size_t>(kLongestLine) + 1);
  std::vector<CorpusLine> lines;
  CorpusLine line;
  absl::Status status;
  while (NextLine(file, buffer, line)) {
    if (line.has_value()) {
      status = CleanLine(path, lines.size() + 1, *line);
    }
    INTERPRES_RETURN_IF_ERROR(status);
    lines.push_back(std::move(line));
  }
  if (file.bad()) {
    return absl::DataLossError(absl::StrFormat(
        "%s:%d: reading failed", path.string(), lines.size() + 1));
  }
  return lines;
}

}  // namespace interpres
