// The OpenAPI document, which describes the HTTP API to programs.

#ifndef INTERPRES_SERVER_HTTP_OPENAPI_H_
#define INTERPRES_SERVER_HTTP_OPENAPI_H_

#include <string>

namespace interpres {

// Returns the document (OpenAPI 3.0) as JSON. Always returns the same object.
// Thread-safe.
const std::string& OpenApiDocument();

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_OPENAPI_H_
