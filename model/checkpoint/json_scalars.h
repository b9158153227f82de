// The scalars of a small JSON object, for readers that know no JSON library.

#ifndef INTERPRES_MODEL_CHECKPOINT_JSON_SCALARS_H_
#define INTERPRES_MODEL_CHECKPOINT_JSON_SCALARS_H_

#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// The keys of nested objects follow those of their parents and a slash:
// {"a":{"b":1}} has the number "a/b". Nulls, booleans and arrays are left out.
struct JsonScalars {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> strings;
};

// The errors are those of ParseJsonObject (json_document.h): INVALID_ARGUMENT
// that begins with `where`.
absl::StatusOr<JsonScalars> ParseJsonScalars(std::string_view text,
                                             std::string_view where);

// A JSON object of strings on one line; invalid UTF-8 becomes U+FFFD.
std::string JsonObjectOf(const std::map<std::string, std::string>& strings);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_JSON_SCALARS_H_
