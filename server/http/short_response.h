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
  // The token of `request` in the form of the header authorization. Empty means
  // no token.
  std::string_view authorization;
  RpcMethod method;
};

// Checks the token, runs `answer`, records the call in the metrics, and returns
// the result of `answer`. Does not run `answer`, and returns UNAUTHENTICATED,
// if the token is wrong. Returns UNAVAILABLE with a retry delay, and records
// nothing, while the models are being loaded.
absl::StatusOr<HttpResponse> AnswerShort(
    const ServiceState& state, const ShortRequest& request,
    absl::FunctionRef<absl::StatusOr<HttpResponse>(const TranslationContext&)>
        answer);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_SHORT_RESPONSE_H_
