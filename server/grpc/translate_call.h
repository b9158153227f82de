// One Translate call, from its bytes to its answer.

#ifndef INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_
#define INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_

#include <memory>

#include "server/grpc/received_call.h"
#include "server/service/translation_work.h"

namespace interpres {

// Serves one Translate call: parses the request, translates the texts and sends
// the answer.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class TranslateCall final : public ReceivedCall {
 public:
  // Starts to serve `service_call`, whose gRPC context is `server`, and returns
  // the reactor for gRPC. The reactor deletes itself in OnDone.
  static TranslateCall* Start(std::unique_ptr<ServiceCall> service_call,
                              grpc::CallbackServerContext& server);

 private:
  TranslateCall(std::unique_ptr<ServiceCall> service_call,
                grpc::CallbackServerContext& server);
  ~TranslateCall() override = default;

  Priority PriorityOf(const grpc::ByteBuffer& request) const override;
  void Prepare(grpc::ByteBuffer& request) override;
  AnswerHeaders End(const absl::Status& status) override;
  void Answer();

  TranslationWork work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_
