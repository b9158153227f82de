// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/detect_http_call.h"

#include <utility>

#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"

namespace interpres {

void DetectHttpCall::Run() {
  const absl::Status begun =
      Begin(adapter_->method(), [this](const HttpRequest& request) {
        return adapter_->Authorization(request);
      });
  if (!begun.ok()) {
    sink().Send(adapter_->Error(begun));
    return;
  }
  work_.emplace(call(), [this] { FinishWith(work_->status()); });
  absl::StatusOr<v1::DetectLanguageRequest> request =
      WithinMemory(OutOfMemory(), [this] { return adapter_->Request(); });
  if (!request.ok()) {
    FinishWith(request.status());
    return;
  }
  // The call may be gone when Start returns.
  work_->Start(*std::move(request));
}

void DetectHttpCall::FinishWith(absl::Status status) {
  HttpResponse sent = ResponseTo(
      status, [this] { return adapter_->Answer(work_->response()); },
      [this](const absl::Status& error) { return adapter_->Error(error); });
  SendWith(EndOtherCall(call(), work_->texts(), status), std::move(sent));
}

}  // namespace interpres
