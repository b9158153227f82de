// Google's API, versions 3 and 2, in the OpenAPI document.

#ifndef INTERPRES_SERVER_HTTP_OPENAPI_GOOGLE_H_
#define INTERPRES_SERVER_HTTP_OPENAPI_GOOGLE_H_

#include <nlohmann/json.hpp>

namespace interpres::openapi {

// Adds the operations of Google's API, versions 3 and 2, to `paths` of an
// OpenAPI document, and the messages of the operations to `schemas`.
void AddGoogle(nlohmann::ordered_json& schemas, nlohmann::ordered_json& paths);

}  // namespace interpres::openapi

#endif  // INTERPRES_SERVER_HTTP_OPENAPI_GOOGLE_H_
