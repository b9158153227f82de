#include "model/checkpoint/opus_readme.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "model/base/status.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

bool IsShortCode(std::string_view text) {
  return (text.size() == 2 || text.size() == 3) &&
         std::ranges::all_of(text, [](char c) {
           return absl::ascii_islower(static_cast<unsigned char>(c));
         });
}

// Sets `language` to the value of a line "* KIND language(s): VALUE" if the
// line is the first one of this kind.
void ReadLine(absl::string_view line, absl::string_view kind, bool& found,
              std::string& language) {
  if (found || !absl::ConsumePrefix(&line, "* ") ||
      !absl::ConsumePrefix(&line, kind) ||
      !absl::ConsumePrefix(&line, " language")) {
    return;
  }
  absl::ConsumePrefix(&line, "s") || absl::ConsumePrefix(&line, "(s)");
  if (!absl::ConsumePrefix(&line, ":")) {
    return;
  }
  found = true;
  const std::vector<std::string> languages =
      absl::StrSplit(line, absl::ByAnyChar(" ,\t\r"), absl::SkipEmpty());
  if (languages.size() == 1 && IsValidUtf8(languages.front())) {
    language = languages.front();
  }
}

}  // namespace

LanguageDirection LanguagesInReadme(std::string_view text) {
  LanguageDirection direction;
  bool has_source = false;
  bool has_target = false;
  for (const absl::string_view line : absl::StrSplit(AsAbsl(text), '\n')) {
    ReadLine(line, "source", has_source, direction.source);
    ReadLine(line, "target", has_target, direction.target);
  }
  return direction;
}

LanguageDirection LanguagesInName(std::string_view name) {
  absl::string_view stem = AsAbsl(name);
  absl::ConsumeSuffix(&stem, ".zip");
  const std::vector<std::string> parts = absl::StrSplit(stem, '-');
  if (parts.size() < 2) {
    return {};
  }
  const std::string& source = parts[parts.size() - 2];
  const std::string& target = parts.back();
  return IsShortCode(source) && IsShortCode(target)
             ? LanguageDirection{.source = source, .target = target}
             : LanguageDirection{};
}

}  // namespace interpres
