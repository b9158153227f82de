// Calls that need no worker, and that may read or write files.

#ifndef INTERPRES_SERVER_HTTP_SHORT_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_SHORT_HTTP_CALL_H_

#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/http/http_message.h"
#include "server/http/service_http_call.h"

namespace interpres {

// How a call is answered.
struct ShortAnswer {
  // Returns the token of a request in the form of the header authorization.
  // Empty means no token.
  std::string (*token)(const HttpRequest& request);
  HttpResponse (*error)(const absl::Status& status);
  // Whether `run` reads or writes files, so that `run` runs on the
  // GlossaryThread. If false, `run` runs on a text thread and must not block.
  bool blocks = false;
  std::function<absl::StatusOr<HttpResponse>(const ServiceCall& call,
                                             const HttpRequest& request)>
      run;
};

// A call that checks the token and then sends the response of
// ShortAnswer::run. Sends the error RESOURCE_EXHAUSTED if `run` would block and
// too many such calls wait.
class ShortHttpCall final : public ServiceHttpCall {
 public:
  ShortHttpCall(const ServiceState& state, CallParts parts, RpcMethod method,
                ShortAnswer answer)
      : ServiceHttpCall(state, std::move(parts)),
        method_(method),
        answer_(std::move(answer)) {}

 private:
  void Run() override;
  void Answer();
  void FinishWith(absl::StatusOr<HttpResponse> response);

  const RpcMethod method_;
  const ShortAnswer answer_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_SHORT_HTTP_CALL_H_
