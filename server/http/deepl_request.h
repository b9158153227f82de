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

// Returns the value of the header authorization, in which
// "DeepL-Auth-Key KEY" is "Bearer KEY". Without the header, returns the
// parameter `auth_key` in this form.
std::string DeepLToken(const HttpRequest& request);

// Returns the error with the status that DeepL has for it: 403 for a wrong key,
// 456 for a quota that is used up.
HttpResponse DeepLErrorOf(const absl::Status& status);
// Returns {"message": text}, in which our fields have the names of DeepL's API.
HttpResponse DeepLError(int http_status, const absl::Status& status);

// Returns the value of a parameter that is a yes or no. Null if the request
// lacks the parameter. Returns INVALID_ARGUMENT for another value than 0, 1,
// true and false.
absl::StatusOr<std::optional<bool>> DeepLFlag(const Parameters& parameters,
                                              const std::string& name);

// Returns a list, also of the name with "[]", which some form libraries write.
// Null if the request lacks the list.
const Parameter* DeepLList(const Parameters& parameters,
                           const std::string& name);

// Returns the tags of a parameter, whose values may be divided by commas.
std::vector<std::string> DeepLTags(const Parameters& parameters,
                                   const std::string& name);

// Returns the code of a source language: the language in capitals, without a
// region. Empty if the code names no language.
std::string DeepLSource(std::string_view code);

// Returns the codes of a target language, in capitals. English and Portuguese
// have a code for each of their regions, because the libraries refuse EN and
// PT.
std::vector<std::string> DeepLTargets(std::string_view code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_DEEPL_REQUEST_H_
