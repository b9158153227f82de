// The common part of the calls that use a text thread.

#ifndef INTERPRES_SERVER_HTTP_SERVICE_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_SERVICE_HTTP_CALL_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"
#include "server/http/http_call.h"
#include "server/service/call_end.h"
#include "server/service/glossary_thread.h"
#include "server/service/service_call.h"
#include "server/service/translation_context.h"

namespace interpres {

// The objects that a call uses, and whether the models are loaded when the call
// begins.
struct ServiceState {
  const TranslationContext& context;
  // For calls about glossaries. Outlives the calls.
  GlossaryThread* glossaries = nullptr;
  // Whether the models are loaded.
  bool is_open = false;
};

// An HTTP call that calls one method of the service. Start posts Run to the
// text threads. Run must end the call through sink() or SendWith, now or later.
class ServiceHttpCall : public HttpCall {
 public:
  void Start() final;
  void Cancel() final ABSL_LOCKS_EXCLUDED(mutex_);

 protected:
  ServiceHttpCall(const ServiceState& state, CallParts parts);

  // Answers the request, or starts the work that will answer it. Runs once, on
  // a text thread.
  virtual void Run() = 0;

  // Checks the token that `authorization` returns for the request, and counts
  // the call, so that call() may be used. Returns the errors of
  // ServiceCall::Begin, for example UNAUTHENTICATED for a wrong token, and
  // RESOURCE_EXHAUSTED if memory runs out. REQUIRES: called once, on a text
  // thread.
  absl::Status Begin(
      RpcMethod method,
      absl::FunctionRef<std::string(const HttpRequest&)> authorization)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // REQUIRES: Begin has returned OK.
  const ServiceCall& call() const { return *call_; }

  const TranslationContext& context() const { return state_.context; }
  GlossaryThread& glossary_thread() const { return *state_.glossaries; }
  HttpRequest& request() { return parts_.request; }
  ResponseSink& sink() { return *parts_.sink; }

  // Returns the response to a call: of `answer` if `status` is OK, otherwise of
  // `error`. If `answer` fails or memory runs out, sets `status` to that error.
  static HttpResponse ResponseTo(
      absl::Status& status,
      absl::FunctionRef<absl::StatusOr<HttpResponse>()> answer,
      absl::FunctionRef<HttpResponse(const absl::Status&)> error);

  // Adds `headers`, which describe the answer, to the response and sends the
  // response. This object may be destroyed before SendWith returns.
  void SendWith(const AnswerHeaders& headers, HttpResponse response);

 private:
  // Begin, with the token. Throws std::bad_alloc if memory runs out.
  absl::Status BeginWith(RpcMethod method, std::string_view authorization)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const ServiceState state_;
  CallParts parts_;
  // The call that Begin made. Null before Begin has returned OK. Written once,
  // by Begin, with the mutex held. The text thread that called Begin, and the
  // tasks that follow, read the pointer without the mutex.
  std::unique_ptr<ServiceCall> call_;
  Mutex mutex_;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool begun_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_SERVICE_HTTP_CALL_H_
