// Reads flat JSON objects. Hides the JSON library.

#ifndef INTERPRES_SERVER_HTTP_JSON_OBJECT_H_
#define INTERPRES_SERVER_HTTP_JSON_OBJECT_H_

#include <string_view>

#include "absl/status/status.h"
#include "server/http/parameters.h"

namespace interpres {

// Adds the members of a JSON object: strings, numbers, booleans, and arrays of
// these. Null is as an absent member. Values that are objects, and what is
// deeper, have no effect. Of several members of one name, the last one counts.
// Returns INVALID_ARGUMENT, without a remedy, if the text is no JSON object.
// Memory grows with the text only.
absl::Status ReadJsonObject(std::string_view text, Parameters& parameters);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_JSON_OBJECT_H_
