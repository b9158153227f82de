#include "client/glossary_file.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "model/base/read_file.h"

namespace interpres {
namespace {

// The server takes at most 1,000 terms of 400 bytes.
constexpr int64_t kMaxGlossaryBytes = 1 << 20;

}  // namespace

absl::Status AddGlossary(const std::string& path,
                         interpres::v1::TranslateRequest& request) {
  const absl::StatusOr<std::string> content = ReadFile(path, kMaxGlossaryBytes);
  if (!content.ok()) {
    return content.status();
  }
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(*content, '\n')) {
    ++number;
    const absl::string_view stripped = absl::StripAsciiWhitespace(line);
    if (stripped.empty()) {
      continue;
    }
    const std::vector<absl::string_view> sides = absl::StrSplit(stripped, '\t');
    if (sides.size() != 2 || sides[0].empty() || sides[1].empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ":", number, ": the line has ", sides.size() - 1,
                       " tabs; expected a term, one tab and its translation"));
    }
    interpres::v1::GlossaryTerm& term = *request.add_glossary();
    term.set_source(std::string(sides[0]));
    term.set_target(std::string(sides[1]));
  }
  return absl::OkStatus();
}

}  // namespace interpres
