// Tested by text_lines_test.cc.

#include "model/trainer/text_lines.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/utf8.h"

namespace interpres {

bool ReadingFailed(const std::istream& stream) {
  return stream.bad() || (&stream == &std::cin && std::ferror(stdin) != 0);
}

std::vector<std::string> ReadLines(std::istream& stream, std::size_t limit) {
  std::vector<std::string> lines;
  std::string line;
  while (lines.size() < limit && std::getline(stream, line)) {
    if (stream.eof() && ReadingFailed(stream)) {
      break;  // the line is cut
    }
    if (!line.empty() && line.back() == '\r') {
      line.pop_back();
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

absl::StatusOr<std::vector<std::string>> ReadLines(
    const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return absl::ErrnoToStatus(errno, path.string() + ": cannot be opened");
  }
  std::vector<std::string> lines =
      ReadLines(file, std::numeric_limits<std::size_t>::max());
  if (ReadingFailed(file)) {
    return absl::ErrnoToStatus(
        errno, absl::StrFormat("%s: reading failed after %d lines",
                               path.string(), lines.size()));
  }
  if (!lines.empty() && lines.front().starts_with(kUtf8ByteOrderMark)) {
    lines.front().erase(0, kUtf8ByteOrderMark.size());
  }
  return lines;
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
