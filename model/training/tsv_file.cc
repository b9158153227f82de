#include "model/training/tsv_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// The lines that do not have exactly one tab.
struct WrongLines {
  int64_t count = 0;
  std::size_t first = 0;  // from 1
  int64_t tabs = 0;       // in the first
};

void CountWrong(WrongLines& wrong, std::size_t line, int64_t tabs) {
  if (wrong.count++ == 0) {
    wrong.first = line;
    wrong.tabs = tabs;
  }
}

absl::Status CheckLines(const std::filesystem::path& path,
                        const WrongLines& wrong, std::size_t lines) {
  if (wrong.count == 0) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s:%d: the line has %d tabs; expected exactly one tab, between source "
      "and target (%d of %d lines do not have one); remove these lines or "
      "their other columns, for example with cut -f 1,2",
      path.string(), wrong.first, wrong.tabs, wrong.count, lines));
}

}  // namespace

absl::StatusOr<TsvColumns> ReadTsvFile(const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(std::vector<CorpusLine> lines, ReadTextFile(path));
  TsvColumns columns;
  columns.source.reserve(lines.size());
  columns.target.reserve(lines.size());
  WrongLines wrong;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].has_value()) {
      columns.source.emplace_back(std::nullopt);
      columns.target.emplace_back(std::nullopt);
      continue;
    }
    std::string& line = *lines[i];
    const int64_t tabs = std::count(line.begin(), line.end(), '\t');
    if (tabs != 1) {
      CountWrong(wrong, i + 1, tabs);
      continue;
    }
    const std::size_t tab = line.find('\t');
    columns.target.emplace_back(line.substr(tab + 1));
    line.resize(tab);
    columns.source.emplace_back(std::move(line));
  }
  INTERPRES_RETURN_IF_ERROR(CheckLines(path, wrong, lines.size()));
  return columns;
}

}  // namespace interpres
