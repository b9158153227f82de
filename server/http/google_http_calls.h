// The calls of Google's interface over HTTP. They use the adapter that gRPC
// uses (server/google).

#ifndef INTERPRES_SERVER_HTTP_GOOGLE_HTTP_CALLS_H_
#define INTERPRES_SERVER_HTTP_GOOGLE_HTTP_CALLS_H_

#include <memory>

#include "server/http/http_call.h"
#include "server/http/service_http_call.h"

namespace interpres {

// Returns the call that answers a request of version 3 of Google's API.
// REQUIRES: CheckGoogleHead has accepted the request.
std::unique_ptr<HttpCall> MakeGoogleCall(const ServiceState& state,
                                         CallParts parts);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_GOOGLE_HTTP_CALLS_H_
