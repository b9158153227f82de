// Cross-origin resource sharing: which pages of other origins may call the
// server from a browser.

#ifndef INTERPRES_SERVER_HTTP_CORS_H_
#define INTERPRES_SERVER_HTTP_CORS_H_

#include <string>
#include <vector>

#include "server/http/http_message.h"

namespace interpres {

// Adds the headers that let the page of the request's origin read the response.
// Adds none if `origins` has neither this origin nor "*".
void AddCorsHeaders(const std::vector<std::string>& origins,
                    const HttpRequest& request, HttpResponse& response);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_CORS_H_
