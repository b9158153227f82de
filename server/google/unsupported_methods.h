// The methods of Google's interfaces that the server does not implement.

#ifndef INTERPRES_SERVER_GOOGLE_UNSUPPORTED_METHODS_H_
#define INTERPRES_SERVER_GOOGLE_UNSUPPORTED_METHODS_H_

#include <optional>
#include <string>
#include <string_view>

namespace interpres::google_api {

// Returns a sentence that names the method and says what to do instead. `path`
// is a gRPC path, such as
// `/google.cloud.translation.v3.TranslationService/CreateModel`. Returns
// nullopt if the path belongs to no interface of Google that a client of the
// translation service calls. REQUIRES: the server does not implement the
// method. Thread-safe.
std::optional<std::string> ExplainUnsupported(std::string_view path);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_UNSUPPORTED_METHODS_H_
