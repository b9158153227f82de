// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/translate_http_call.h"

#include <utility>

#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/http/http_status.h"
#include "server/quota/character_quota.h"

namespace interpres {

void TranslateHttpCall::Run() {
  const absl::Status begun =
      Begin(RpcMethod::kTranslate, [this](const HttpRequest& request) {
        return adapter_->Authorization(request);
      });
  if (!begun.ok()) {
    sink().Send(adapter_->Error(begun));
    return;
  }
  work_.emplace(call(), call().deadline(), [this] { Answer(); });
  absl::StatusOr<std::optional<v1::TranslateRequest>> request = WithinMemory(
      OutOfMemory(), [this] { return adapter_->Request(context()); });
  if (request.ok() && request->has_value()) {
    // The call may be gone when Start returns.
    work_->Start(**std::move(request));
    return;
  }
  v1::TranslateResponse empty;
  FinishWith(request.status(), empty);
}

void TranslateHttpCall::Answer() {
  v1::TranslateResponse response;
  const absl::Status status = work_->Answer(response);
  FinishWith(status, response);
}

void TranslateHttpCall::FinishWith(absl::Status status,
                                   v1::TranslateResponse& response) {
  HttpResponse sent = ResponseTo(
      status, [&] { return adapter_->Answer(response); },
      [this](const absl::Status& error) { return adapter_->Error(error); });
  if (sent.status >= kHttpBadRequest) {
    work_->TakeCharge().Refund();
  }
  SendWith(EndTranslate(call(), *work_, status), std::move(sent));
}

}  // namespace interpres
