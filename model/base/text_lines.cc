#include "model/base/text_lines.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/utf8.h"

namespace interpres {

bool LineReader::failed() const {
  // std::cin reads through stdio, which alone knows the error.
  return input_.bad() || (&input_ == &std::cin && std::ferror(stdin) != 0);
}

std::optional<TextLine> LineReader::Next() {
  TextLine line;
  if (!std::getline(input_, line.text)) {
    return std::nullopt;
  }
  // getline sets eof only if the input ended before a newline.
  if (!input_.eof()) {
    line.ending.push_back('\n');
  } else if (failed()) {
    return std::nullopt;
  }
  bytes_ += static_cast<int64_t>(line.text.size() + line.ending.size());
  line.number = ++lines_;
  if (!line.ending.empty() && !line.text.empty() && line.text.back() == '\r') {
    line.text.pop_back();
    line.ending.insert(line.ending.begin(), '\r');
  }
  if (line.number == 1 && line.text.starts_with(kUtf8ByteOrderMark)) {
    line.text.erase(0, kUtf8ByteOrderMark.size());
  }
  return line;
}

std::vector<std::string> ReadLines(LineReader& reader, std::size_t limit) {
  std::vector<std::string> lines;
  while (lines.size() < limit) {
    std::optional<TextLine> line = reader.Next();
    if (!line.has_value()) {
      break;
    }
    if (line->ending.empty() && line->text.ends_with('\r')) {
      line->text.pop_back();
    }
    lines.push_back(std::move(line->text));
  }
  return lines;
}

absl::StatusOr<std::vector<std::string>> ReadLines(
    const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return absl::ErrnoToStatus(errno, path.string() + ": cannot be opened");
  }
  LineReader reader(file);
  std::vector<std::string> lines =
      ReadLines(reader, std::numeric_limits<std::size_t>::max());
  if (reader.failed()) {
    return absl::ErrnoToStatus(
        errno, absl::StrFormat("%s: reading failed after %d lines",
                               path.string(), lines.size()));
  }
  return lines;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

std::string OnOneLine(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r' || c == '\0') {
      c = ' ';
    }
  }
  return text;
}

}  // namespace interpres
