// One Translate call, from its bytes to its answer.
//
//   RPC thread    Start: count the call, wait for room for its message
//   any thread    OnRoom: read the message
//   RPC thread    OnReadDone: hand the message on
//   text thread   Prepare: parse, start the work
//   text thread   Answer: serialise, Finish
//   RPC thread    OnDone: delete

#ifndef INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_
#define INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <memory>

#include "absl/status/status.h"
#include "server/admission/receive_budget.h"
#include "server/service/service_call.h"
#include "server/service/translation_work.h"

namespace interpres {

// Serves one Translate call: a unary call that the server treats as a stream of
// one message each way (server/grpc/streamed_unary.h), so that it reads the
// request only when there is room for it.
//
// `phase_` decides which thread may finish the call, so that Finish is called
// once. After the message has been read, the call finishes when its parsing
// fails or when the work ends. A cancellation then only makes the work end
// early. gRPC calls OnDone once, after Finish and after any OnCancel.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class TranslateCall final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  // Starts to serve `service_call`, whose gRPC context is `server`, and returns
  // the reactor for gRPC. The reactor deletes itself in OnDone.
  static TranslateCall* Start(std::unique_ptr<ServiceCall> service_call,
                              grpc::CallbackServerContext& server);

  void OnReadDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  enum class Phase { kWaiting, kReading, kTaken };

  TranslateCall(std::unique_ptr<ServiceCall> call,
                grpc::CallbackServerContext& server);
  ~TranslateCall() override = default;

  // Starts to read the message if `status` is OK. Otherwise finishes the call
  // with `status`, because the call waited too long for room.
  void OnRoom(const absl::Status& status);
  // Finishes the call with `status` in a posted task, because the message
  // arrives too slowly. Does nothing if the message has arrived. Called with
  // the lock of ReceiveBudget held, so this function only posts a task.
  void OnTooSlow(const absl::Status& status);
  void PostPrepare();
  void Prepare();
  void Answer();
  // Finishes the call: sends response_ if `status` is OK, otherwise the error.
  // REQUIRES: called once, when the work has ended or if it was not started.
  // Afterwards only gRPC may touch the call.
  void FinishWith(const absl::Status& status);

  std::unique_ptr<ServiceCall> call_;
  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;  // owned by gRPC, valid until OnDone
  std::atomic<Phase> phase_ = Phase::kWaiting;
  // gRPC owns request_ while it reads the message, and response_ while it
  // writes the response.
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  MessageMemory memory_;
  TranslationWork work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_
