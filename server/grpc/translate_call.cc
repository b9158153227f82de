#include "server/grpc/translate_call.h"

#include <array>
#include <utility>

#include "server/grpc/wire.h"

namespace interpres {

TranslateCall* TranslateCall::Start(std::unique_ptr<ServiceCall> service_call,
                                    grpc::CallbackServerContext& server) {
  auto* call = new TranslateCall(std::move(service_call), server);
  call->Begin();
  return call;
}

TranslateCall::TranslateCall(std::unique_ptr<ServiceCall> service_call,
                             grpc::CallbackServerContext& server)
    : ReceivedCall(std::move(service_call), server),
      work_(call(), call().deadline(), [this] { Answer(); }) {}

Priority TranslateCall::PriorityOf(const grpc::ByteBuffer& request) const {
  constexpr std::array<int, 1> kPriorityPath = {
      v1::TranslateRequest::kPriorityFieldNumber};
  return PeekPriority(request, kPriorityPath);
}

void TranslateCall::Prepare(grpc::ByteBuffer& request) {
  v1::TranslateRequest parsed;
  const absl::Status status = ParseMessage(request, parsed);
  request.Clear();
  if (!status.ok()) {
    FinishWithError(status);
    return;
  }
  // The call may be gone when Start returns.
  work_.Start(std::move(parsed));
}

void TranslateCall::Answer() {
  v1::TranslateResponse response;
  const absl::Status status = work_.Answer(response);
  FinishWith(status, response);
}

AnswerHeaders TranslateCall::End(const absl::Status& status) {
  return EndTranslate(call(), work_, status);
}

}  // namespace interpres
