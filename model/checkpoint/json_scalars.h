// The scalars of a small JSON object, for readers without a JSON library.

#ifndef INTERPRES_MODEL_CHECKPOINT_JSON_SCALARS_H_
#define INTERPRES_MODEL_CHECKPOINT_JSON_SCALARS_H_

#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// The numbers and strings of a JSON object, also of nested objects. The key of
// a nested object becomes a prefix: {"a":{"b":1}} has the number "a/b". Nulls,
// booleans and arrays are left out.
struct JsonScalars {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> strings;
};

// Returns the numbers and strings of the JSON object `text`. Returns
// INVALID_ARGUMENT if ParseJsonObject (json_document.h) refuses the text.
// `where` (a file name) starts every message.
absl::StatusOr<JsonScalars> ParseJsonScalars(std::string_view text,
                                             std::string_view where);

// Returns a JSON object with these keys and string values, on one line without
// a line end. Invalid UTF-8 becomes U+FFFD.
std::string JsonObjectOf(const std::map<std::string, std::string>& strings);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_JSON_SCALARS_H_
