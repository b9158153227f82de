// The web page over HTTP.

#ifndef INTERPRES_SERVER_HTTP_PAGE_RESPONSE_H_
#define INTERPRES_SERVER_HTTP_PAGE_RESPONSE_H_

#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

// Returns the file of the web page that the path of the request names. The
// headers keep the page from loading anything from other servers. Returns 304
// without a body if If-None-Match has the tag of the file or "*". Returns 404
// if the page has no file with this path.
HttpResponse PageResponse(const HttpRequest& request,
                          const ServiceState& state);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_PAGE_RESPONSE_H_
