// The target of a request (RFC 9112, section 3.2) and its percent-encoding.

#ifndef INTERPRES_SERVER_HTTP_REQUEST_TARGET_H_
#define INTERPRES_SERVER_HTTP_REQUEST_TARGET_H_

#include <optional>
#include <string>
#include <string_view>

#include "server/http/http_message.h"

namespace interpres {

// Sets the path and the query of the request. Accepts a path with an optional
// query, a whole http or https address, and "*". Drops the part behind "#".
// Returns false, and changes nothing, if the target has another form, or if its
// path has a malformed percent-encoding or a byte 0.
bool ParseTarget(std::string_view target, HttpRequest& request);

// Returns the text without percent-encoding. Replaces "+" by a space if
// `plus_is_space`. Returns null if two hexadecimal digits do not follow a "%".
std::optional<std::string> PercentDecode(std::string_view text,
                                         bool plus_is_space);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_REQUEST_TARGET_H_
