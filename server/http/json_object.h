// Reads flat JSON objects. Hides the JSON library.

#ifndef INTERPRES_SERVER_HTTP_JSON_OBJECT_H_
#define INTERPRES_SERVER_HTTP_JSON_OBJECT_H_

#include <string_view>

#include "absl/status/status.h"
#include "server/http/parameters.h"

namespace interpres {

// Adds the members of the JSON object `text` as parameters: strings, numbers,
// booleans, and arrays of these. A null, an object, an empty array or an array
// of nulls, objects and arrays becomes a parameter without values. A member
// replaces an existing parameter of its name, and the last of several members
// of one name counts. Returns INVALID_ARGUMENT, without a remedy, and changes
// no parameter, if `text` is no JSON object, an array has values and also
// nulls, objects or arrays, or there are more than kMaxParameters members and
// elements. Nesting needs no memory.
absl::Status ReadJsonObject(std::string_view text, Parameters& parameters);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_JSON_OBJECT_H_
