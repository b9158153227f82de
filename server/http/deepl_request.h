// The common parts of the routes of DeepL's API: parameters, tokens, errors and
// codes of languages.

#ifndef INTERPRES_SERVER_HTTP_DEEPL_REQUEST_H_
#define INTERPRES_SERVER_HTTP_DEEPL_REQUEST_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/http/http_message.h"
#include "server/http/parameters.h"

namespace interpres {

// Returns the token of a request in the form "Bearer TOKEN". A header
// authorization "DeepL-Auth-Key TOKEN" gets this form, and any other header is
// returned unchanged. Without the header, uses the parameter `auth_key`.
// Returns "" if the request has no token or its parameters are malformed.
std::string DeepLToken(const HttpRequest& request);

// Returns the DeepLError of `status` with the HTTP status that DeepL uses: 403
// for UNAUTHENTICATED, 456 for an exceeded quota, otherwise HttpStatusOf.
// REQUIRES: !status.ok().
HttpResponse DeepLErrorOf(const absl::Status& status);
// Returns a response with this HTTP status and the body {"message": text}. The
// text is the message of `status` with the field names of DeepL's API. The
// headers are ErrorHeaders(status).
HttpResponse DeepLError(int http_status, const absl::Status& status);

// Returns the first value of the parameter as a bool: true for 1 and true,
// false for 0 and false, in any case. Null if the parameter is absent or empty.
// Returns INVALID_ARGUMENT for any other value.
absl::StatusOr<std::optional<bool>> DeepLFlag(const Parameters& parameters,
                                              const std::string& name);

// Returns the parameter `name`, or else the parameter `name[]`, as some form
// libraries write a list. Null if both are absent. The result is valid as long
// as `parameters` does not change.
const Parameter* DeepLList(const Parameters& parameters,
                           const std::string& name);

// Returns the tags in the values of the parameter `name` or `name[]`. Commas
// separate the tags of a value. Removes spaces around tags, and empty tags.
// Empty if the parameter is absent.
std::vector<std::string> DeepLTags(const Parameters& parameters,
                                   const std::string& name);

// Returns DeepL's code of a source language: LanguageCode::language of `code`
// in capitals (`zho_Hans`: ZH). Empty if ParseLanguageCode refuses `code`.
std::string DeepLSource(std::string_view code);

// Returns DeepL's codes of a target language. They are EN-GB and EN-US for
// `en`, and PT-BR and PT-PT for `pt`, because DeepL's client libraries refuse
// EN and PT. Otherwise returns `code` in capitals with "-" instead of "_".
std::vector<std::string> DeepLTargets(std::string_view code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_REQUEST_H_
