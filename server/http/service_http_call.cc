// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/service_http_call.h"

#include <algorithm>
#include <utility>

#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/http/request_headers.h"
#include "server/scheduling/text_pool.h"
#include "server/service/client_key.h"
#include "server/service/text_preparation.h"

namespace interpres {
namespace {

// Orders the parsing of the body among other requests, and nothing else: the
// parsed request states its priority. A text that has the word is merely parsed
// later.
Priority ProbablePriority(std::string_view body) {
  return body.find("PRIORITY_BATCH") == body.npos ? Priority::kInteractive
                                                  : Priority::kBatch;
}

}  // namespace

ServiceHttpCall::ServiceHttpCall(const ServiceState& state, CallParts parts)
    : state_(state), parts_(std::move(parts)) {}

void ServiceHttpCall::Start() {
  const auto bytes = static_cast<int64_t>(request().body.size());
  const uint64_t client =
      ClientKey({.authorization = "",
                 .client_name = request().Header("interpres-client"),
                 .peer = request().peer});
  context().text_pool.Post(
      {.stage = TextStage::kPrepare,
       .flow = {.priority = ProbablePriority(request().body), .client = client},
       .bytes = std::min(bytes, kTextSliceBytes),
       .run = [this] { Run(); }});
}

absl::Status ServiceHttpCall::Begin(
    RpcMethod method,
    absl::FunctionRef<std::string(const HttpRequest&)> authorization) {
  return WithinMemory(OutOfMemory(), [&] {
    return BeginWith(method, authorization(request()));
  });
}

absl::Status ServiceHttpCall::BeginWith(RpcMethod method,
                                        std::string_view authorization) {
  const CallInfo info =
      CallInfoOf(request(), authorization, context().clock.Now());
  INTERPRES_ASSIGN_OR_RETURN(
      std::unique_ptr<ServiceCall> call,
      ServiceCall::Begin(state_.is_open ? &state_.context : nullptr, method,
                         info));
  const MutexLock lock(mutex_);
  call_ = std::move(call);
  begun_ = true;
  if (cancelled_) {
    call_->Cancel();
  }
  return absl::OkStatus();
}

void ServiceHttpCall::Cancel() {
  const MutexLock lock(mutex_);
  cancelled_ = true;
  if (begun_) {
    call_->Cancel();
  }
}

HttpResponse ServiceHttpCall::ResponseTo(
    absl::Status& status,
    absl::FunctionRef<absl::StatusOr<HttpResponse>()> answer,
    absl::FunctionRef<HttpResponse(const absl::Status&)> error) {
  absl::StatusOr<HttpResponse> response =
      WithinMemory(OutOfMemory(), [&]() -> absl::StatusOr<HttpResponse> {
        return status.ok() ? answer() : error(status);
      });
  status.Update(response.status());
  return response.ok() ? *std::move(response) : error(response.status());
}

void ServiceHttpCall::SendWith(const AnswerHeaders& headers,
                               HttpResponse response) {
  response.headers.insert(response.headers.end(), headers.begin(),
                          headers.end());
  sink().Send(std::move(response));
}

}  // namespace interpres
