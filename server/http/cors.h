// Cross-origin resource sharing: which pages of other origins may call the
// server from a browser.

#ifndef INTERPRES_SERVER_HTTP_CORS_H_
#define INTERPRES_SERVER_HTTP_CORS_H_

#include <string>
#include <vector>

#include "server/http/http_message.h"

namespace interpres {

// Adds the CORS headers that let the page of the request's origin read
// `response`, if `origins` has this origin or "*". Otherwise adds only
// "vary: Origin". Adds no header if `origins` is empty. For the method OPTIONS
// also adds the methods and headers that the page may send.
void AddCorsHeaders(const std::vector<std::string>& origins,
                    const HttpRequest& request, HttpResponse& response);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_CORS_H_
