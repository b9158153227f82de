// The web page over HTTP.

#ifndef INTERPRES_SERVER_HTTP_PAGE_RESPONSE_H_
#define INTERPRES_SERVER_HTTP_PAGE_RESPONSE_H_

#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

// Returns the file that the path of the request names, with headers that keep
// the page from loading anything from elsewhere. Returns a response without a
// body (304) if the sender has the same file, and 404 for another path.
HttpResponse PageResponse(const HttpRequest& request,
                          const ServiceState& state);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_PAGE_RESPONSE_H_
