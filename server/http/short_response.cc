// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/short_response.h"

#include <utility>

#include "server/http/request_headers.h"
#include "server/service/service_call.h"

namespace interpres {

absl::StatusOr<HttpResponse> AnswerShort(
    const ServiceState& state, const ShortRequest& request,
    absl::FunctionRef<absl::StatusOr<HttpResponse>(const TranslationContext&)>
        answer) {
  const CallInfo info = CallInfoOf(request.request, request.authorization,
                                   state.context.clock.Now());
  absl::StatusOr<HttpResponse> response;
  const absl::Status status =
      AnswerShortCall(state.is_open ? &state.context : nullptr, request.method,
                      info, [&](const TranslationContext& context) {
                        response = answer(context);
                        return response.status();
                      });
  // Without a token, `answer` has not run.
  return status.ok() ? std::move(response)
                     : absl::StatusOr<HttpResponse>(status);
}

}  // namespace interpres
