// DeepL's API in the OpenAPI document.

#ifndef INTERPRES_SERVER_HTTP_OPENAPI_DEEPL_H_
#define INTERPRES_SERVER_HTTP_OPENAPI_DEEPL_H_

#include <nlohmann/json.hpp>

namespace interpres::openapi {

// Adds the operations of DeepL's API to `paths` of an OpenAPI document, and the
// messages of the operations to `schemas`. Replaces entries of the same names.
// REQUIRES: the caller adds the security schemes "bearer" and "deepl".
void AddDeepL(nlohmann::ordered_json& schemas, nlohmann::ordered_json& paths);

}  // namespace interpres::openapi

#endif  // INTERPRES_SERVER_HTTP_OPENAPI_DEEPL_H_
