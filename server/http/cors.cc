#include "server/http/cors.h"

#include <algorithm>
#include <string_view>

namespace interpres {

void AddCorsHeaders(const std::vector<std::string>& origins,
                    const HttpRequest& request, HttpResponse& response) {
  const std::string_view origin = request.Header("origin");
  if (origins.empty()) {
    return;
  }
  // Caches must not give one origin the response to another one.
  response.headers.emplace_back("vary", "Origin");
  const bool any = std::ranges::find(origins, "*") != origins.end();
  if (origin.empty() ||
      (!any && std::ranges::find(origins, origin) == origins.end())) {
    return;
  }
  response.headers.emplace_back("access-control-allow-origin",
                                any ? "*" : std::string(origin));
  response.headers.emplace_back(
      "access-control-expose-headers",
      "Retry-After, X-Request-Id, Interpres-Total-Ms, Interpres-Model-Version");
  if (request.method == "OPTIONS") {
    response.headers.emplace_back("access-control-allow-methods",
                                  "GET, POST, PATCH, DELETE, OPTIONS");
    response.headers.emplace_back(
        "access-control-allow-headers",
        "Authorization, Content-Encoding, Content-Type, X-Goog-Api-Client, "
        "X-Goog-Api-Key, X-Goog-Request-Params, X-Request-Id, "
        "X-Request-Timeout, Interpres-Client, Interpres-Max-Response-Bytes, "
        "Interpres-Priority, Traceparent");
    response.headers.emplace_back("access-control-max-age", "3600");
  }
}

}  // namespace interpres
