// Responses to requests that need no worker.

#ifndef INTERPRES_SERVER_HTTP_SHORT_RESPONSE_H_
#define INTERPRES_SERVER_HTTP_SHORT_RESPONSE_H_

#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

struct ShortRequest {
  const HttpRequest& request;
  // The value of the header authorization that the request stands for.
  std::string_view authorization;
  RpcMethod method;
};

// Checks the token, returns the result of `answer`, and records the call in the
// metrics. Returns the errors of AnswerShortCall.
absl::StatusOr<HttpResponse> AnswerShort(
    const ServiceState& state, const ShortRequest& request,
    absl::FunctionRef<absl::StatusOr<HttpResponse>(const TranslationContext&)>
        answer);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_SHORT_RESPONSE_H_
