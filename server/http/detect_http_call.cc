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

void DetectHttpCall::FinishWith(const absl::Status& status) {
  absl::StatusOr<HttpResponse> answer =
      WithinMemory(OutOfMemory(), [&]() -> absl::StatusOr<HttpResponse> {
        if (!status.ok()) {
          return adapter_->Error(status);
        }
        return adapter_->Answer(work_->response());
      });
  absl::Status end = status;
  end.Update(answer.status());
  HttpResponse sent =
      answer.ok() ? *std::move(answer) : adapter_->Error(answer.status());
  SendWith(EndOtherCall(call(), work_->texts(), end), std::move(sent));
}

}  // namespace interpres
