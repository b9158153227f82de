// Strict parsing of small JSON files into nlohmann's document type. Includes
// only the forward declaration: the full header stays in sources.

#ifndef INTERPRES_MODEL_CHECKPOINT_JSON_DOCUMENT_H_
#define INTERPRES_MODEL_CHECKPOINT_JSON_DOCUMENT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// Parses an object. `where` (a file name) starts every message. Errors are
// INVALID_ARGUMENT: bad syntax or UTF-8 (with the place), a key twice in one
// object, more than 16 levels, anything but an object at the top.
absl::StatusOr<nlohmann::json> ParseJsonObject(std::string_view text,
                                               std::string_view where);

// Returns the JSON text of a value for an error message, shortened.
std::string Excerpt(const nlohmann::json& value);

// Returns `text` for an error message: a JSON string of its first 80 bytes, and
// its size if that is larger.
std::string Quoted(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_JSON_DOCUMENT_H_
