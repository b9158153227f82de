// Strict parsing of small JSON files into nlohmann's document type. Includes
// only the forward declaration: the full header stays in sources.

#ifndef INTERPRES_MODEL_CHECKPOINT_JSON_DOCUMENT_H_
#define INTERPRES_MODEL_CHECKPOINT_JSON_DOCUMENT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// Parses `text` as one JSON object. Returns INVALID_ARGUMENT for bad syntax,
// invalid UTF-8, a key twice in one object, more than 16 levels, or a document
// that is not an object. `where` (a file name) starts every message.
absl::StatusOr<nlohmann::json> ParseJsonObject(std::string_view text,
                                               std::string_view where);

// Returns the JSON text of `value` for an error message, cut after 80 bytes. A
// cut text ends with its full size.
std::string Excerpt(const nlohmann::json& value);

// Returns `text` for an error message: a JSON string of its first 80 bytes. If
// `text` is longer, its size in bytes follows.
std::string Quoted(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_JSON_DOCUMENT_H_
