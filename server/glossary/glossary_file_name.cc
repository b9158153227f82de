#include "server/glossary/glossary_file_name.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"

namespace interpres {
namespace {

bool IsAlphanumeric(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

bool IsNameCharacter(char c) {
  return IsAlphanumeric(c) || c == '-' || c == '_';
}

}  // namespace

absl::Status CheckGlossaryName(std::string_view name) {
  if (!name.empty() && name.size() <= kMaxGlossaryName &&
      IsAlphanumeric(name.front()) &&
      std::ranges::all_of(name, IsNameCharacter)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "the name of the glossary is \"%s\"; expected 1 to %d letters, digits, "
      "\"-\" and \"_\", with a letter or a digit first",
      Shown(name), kMaxGlossaryName));
}

absl::StatusOr<GlossaryFileName> ParseGlossaryFileName(std::string_view file) {
  const std::vector<std::string> parts = absl::StrSplit(AsAbsl(file), '.');
  const std::optional<GlossaryFormat> format = FormatOfExtension(parts.back());
  const std::size_t expected = format == GlossaryFormat::kTbx ? 2 : 4;
  if (!format || parts.size() != expected) {
    return absl::InvalidArgumentError(
        "the name of the file lacks a part or has too many; expected "
        "NAME.SOURCE.TARGET.tsv, NAME.SOURCE.TARGET.csv or NAME.tbx, such as "
        "products.en.es.tsv; rename the file");
  }
  GlossaryFileName name = {.name = parts.front(),
                           .header = {.format = *format}};
  if (format != GlossaryFormat::kTbx) {
    name.header.source_language = parts[1];
    name.header.target_language = parts[2];
  }
  INTERPRES_RETURN_IF_ERROR(CheckGlossaryName(name.name));
  INTERPRES_RETURN_IF_ERROR(CheckHeader(name.header));
  return name;
}

std::string FileNameOf(const GlossaryFileName& name) {
  const absl::string_view extension = AsAbsl(ExtensionOf(name.header.format));
  return name.header.format == GlossaryFormat::kTbx
             ? absl::StrCat(name.name, ".", extension)
             : absl::StrCat(name.name, ".", name.header.source_language, ".",
                            name.header.target_language, ".", extension);
}

}  // namespace interpres
