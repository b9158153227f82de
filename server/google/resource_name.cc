#include "server/google/resource_name.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "model/base/utf8.h"

namespace interpres::google_api {
namespace {

using Segments = std::vector<std::string>;

constexpr std::size_t kMaxShownBytes = 200;
constexpr char kParentForm[] =
    "projects/PROJECT or projects/PROJECT/locations/LOCATION, with any project "
    "and any location";
constexpr char kLocationForm[] =
    "projects/PROJECT/locations/LOCATION, with any project and any location";
constexpr char kModelForm[] =
    "PARENT/models/general/NAME or PARENT/models/NAME, with the name of a "
    "served model";
constexpr char kGlossaryForm[] =
    "projects/PROJECT/locations/LOCATION/glossaries/GLOSSARY";
constexpr char kEntryForm[] =
    "the name of an entry as ListGlossaryEntries returns it";

absl::Status WrongForm(std::string_view field, std::string_view value,
                       const char* form) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; expected %s", std::string(field),
      ReplaceInvalidUtf8(value.substr(0, kMaxShownBytes)), form));
}

Segments SegmentsOf(std::string_view name) {
  return absl::StrSplit(absl::string_view(name.data(), name.size()), '/');
}

bool IsIdentifier(const std::string& segment) {
  return !segment.empty() && std::ranges::all_of(segment, [](unsigned char c) {
    return absl::ascii_isgraph(c);
  });
}

// Returns the number of segments at the beginning that name a project and,
// perhaps, a location. 0 without a project.
std::size_t ParentSegments(const Segments& segments) {
  if (segments.size() < 2 || segments[0] != "projects" ||
      !IsIdentifier(segments[1])) {
    return 0;
  }
  const bool has_location = segments.size() >= 4 &&
                            segments[2] == "locations" &&
                            IsIdentifier(segments[3]);
  return has_location ? 4 : 2;
}

// Returns the segments behind `PARENT/models/`. Empty without them.
Segments ModelSegments(std::string_view model) {
  const Segments segments = SegmentsOf(model);
  const std::size_t parent = ParentSegments(segments);
  if (parent == 0 || segments.size() < parent + 2 ||
      segments[parent] != "models" || !IsIdentifier(segments[parent + 1])) {
    return {};
  }
  return {segments.begin() + static_cast<std::ptrdiff_t>(parent) + 1,
          segments.end()};
}

}  // namespace

absl::Status CheckParent(std::string_view parent) {
  const Segments segments = SegmentsOf(parent);
  const std::size_t count = ParentSegments(segments);
  return count > 0 && count == segments.size()
             ? absl::OkStatus()
             : WrongForm("parent", parent, kParentForm);
}

absl::Status CheckLocation(std::string_view parent) {
  const Segments segments = SegmentsOf(parent);
  return segments.size() == 4 && ParentSegments(segments) == 4
             ? absl::OkStatus()
             : WrongForm("parent", parent, kLocationForm);
}

absl::StatusOr<std::string> ModelNameOf(std::string_view model) {
  if (model.empty()) {
    return std::string();
  }
  const Segments name = ModelSegments(model);
  if (name.size() == 1) {
    return name.front();
  }
  if (name.size() != 2 || name.front() != "general" || !IsIdentifier(name[1])) {
    return WrongForm("model", model, kModelForm);
  }
  return name[1] == "nmt" || name[1] == "base" ? std::string() : name[1];
}

absl::Status CheckDetectionModel(std::string_view model) {
  const Segments name = ModelSegments(model);
  const bool is_detection = name.size() == 2 &&
                            name.front() == "language-detection" &&
                            IsIdentifier(name[1]);
  return model.empty() || is_detection
             ? absl::OkStatus()
             : WrongForm("model", model,
                         "PARENT/models/language-detection/default, or no "
                         "model");
}

absl::StatusOr<GlossaryPath> ParseGlossaryPath(std::string_view field,
                                               std::string_view name) {
  const Segments segments = SegmentsOf(name);
  if (segments.size() != 6 || ParentSegments(segments) != 4 ||
      segments[4] != "glossaries" || !IsIdentifier(segments[5])) {
    return WrongForm(field, name, kGlossaryForm);
  }
  return GlossaryPath{
      .location = absl::StrJoin(segments.begin(), segments.begin() + 4, "/"),
      .glossary = segments[5]};
}

std::string EntryPath::Name() const {
  return absl::StrCat(glossary.Name(), "/glossaryEntries/", source_language,
                      ".", target_language, ".",
                      absl::WebSafeBase64Escape(source));
}

absl::StatusOr<EntryPath> ParseEntryPath(std::string_view field,
                                         std::string_view name) {
  const Segments segments = SegmentsOf(name);
  if (segments.size() != 8 || segments[6] != "glossaryEntries") {
    return WrongForm(field, name, kEntryForm);
  }
  EntryPath path;
  INTERPRES_ASSIGN_OR_RETURN(
      path.glossary,
      ParseGlossaryPath(
          field, absl::StrJoin(segments.begin(), segments.begin() + 6, "/")));
  const Segments parts = absl::StrSplit(segments[7], '.');
  if (parts.size() != 3 ||
      !absl::WebSafeBase64Unescape(parts[2], &path.source) ||
      FindInvalidUtf8(path.source).has_value()) {
    return WrongForm(field, name, kEntryForm);
  }
  path.source_language = parts[0];
  path.target_language = parts[1];
  return path;
}

}  // namespace interpres::google_api
