// Names of resources in Google's interface: paths of identifiers.
//
// All functions accept any project and any location, because the server has
// neither. Their errors are INVALID_ARGUMENT; the message has the field and the
// expected form. Thread-safe.

#ifndef INTERPRES_SERVER_GOOGLE_RESOURCE_NAME_H_
#define INTERPRES_SERVER_GOOGLE_RESOURCE_NAME_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres::google_api {

// Returns INVALID_ARGUMENT unless `parent` is `projects/P` or
// `projects/P/locations/L`, with any P and L.
absl::Status CheckParent(std::string_view parent);

// Returns INVALID_ARGUMENT unless `parent` is `projects/P/locations/L`, with
// any P and L.
absl::Status CheckLocation(std::string_view parent);

// Returns the name of the served model that `model` names: NAME of
// `projects/P/models/general/NAME` or `projects/P/models/NAME`, with or without
// `locations/L` after P. Returns "" for an empty `model` and for `general/nmt`
// and `general/base`; the server then chooses the model by the languages.
// Returns INVALID_ARGUMENT for another form. Does not check that the model
// exists.
absl::StatusOr<std::string> ModelNameOf(std::string_view model);

// Returns INVALID_ARGUMENT unless `model` is empty or names a model for
// detection: `projects/P/models/language-detection/NAME`, with or without
// `locations/L` after P.
absl::Status CheckDetectionModel(std::string_view model);

// The name of a glossary: `projects/P/locations/L/glossaries/G`.
struct GlossaryPath {
  std::string location;  // projects/P/locations/L
  std::string glossary;  // G

  std::string Name() const { return location + "/glossaries/" + glossary; }
};

// Parses `projects/P/locations/L/glossaries/G`. Returns INVALID_ARGUMENT for
// another form. The message has `field`, the name of the field of the request.
absl::StatusOr<GlossaryPath> ParseGlossaryPath(std::string_view field,
                                               std::string_view name);

// The name of an entry of a glossary:
// `projects/P/locations/L/glossaries/G/glossaryEntries/E`. E is `S.T.TERM`: the
// languages of the term and of its translation, and the term in the web-safe
// form of Base64.
struct EntryPath {
  GlossaryPath glossary;
  std::string source_language;
  std::string target_language;
  std::string source;

  std::string Name() const;
};

// Parses the name of an entry, as EntryPath::Name returns the name. Returns
// INVALID_ARGUMENT for another form. The message has `field`, the name of the
// field of the request.
absl::StatusOr<EntryPath> ParseEntryPath(std::string_view field,
                                         std::string_view name);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_RESOURCE_NAME_H_
