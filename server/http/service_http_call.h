// The common part of the calls that use a text thread.

#ifndef INTERPRES_SERVER_HTTP_SERVICE_HTTP_CALL_H_
#define INTERPRES_SERVER_HTTP_SERVICE_HTTP_CALL_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "server/base/mutex.h"
#include "server/http/http_call.h"
#include "server/service/call_end.h"
#include "server/service/glossary_thread.h"
#include "server/service/service_call.h"
#include "server/service/translation_context.h"

namespace interpres {

// Where the service is when a call begins.
struct ServiceState {
  const TranslationContext& context;
  // For calls about glossaries. Outlives the calls.
  GlossaryThread* glossaries = nullptr;
  // Whether the models are loaded.
  bool is_open = false;
};

// A call of a method of the service. Start posts Run to the text threads.
class ServiceHttpCall : public HttpCall {
 public:
  void Start() final;
  void Cancel() final ABSL_LOCKS_EXCLUDED(mutex_);

 protected:
  ServiceHttpCall(const ServiceState& state, CallParts parts);

  // Answers the request. Runs once, on a text thread.
  virtual void Run() = 0;

  // Checks the token in `authorization` and counts the call. Returns the errors
  // of ServiceCall::Begin. REQUIRES: called once, on a text thread.
  absl::Status Begin(RpcMethod method, std::string_view authorization)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // REQUIRES: Begin has returned OK.
  const ServiceCall& call() const { return *call_; }

  const TranslationContext& context() const { return state_.context; }
  GlossaryThread& glossary_thread() const { return *state_.glossaries; }
  HttpRequest& request() { return parts_.request; }
  ResponseSink& sink() { return *parts_.sink; }

  // Adds the headers that describe the answer, and sends it. The call may be
  // gone afterwards.
  void SendWith(const AnswerHeaders& headers, HttpResponse response);

 private:
  const ServiceState state_;
  CallParts parts_;
  // Written once, by Begin, with the mutex held. The text thread that called
  // Begin, and the tasks that follow, read it without the mutex.
  std::unique_ptr<ServiceCall> call_;
  Mutex mutex_;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool begun_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_SERVICE_HTTP_CALL_H_
