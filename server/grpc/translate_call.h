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

// A unary call that the server treats as a stream of one message each way
// (server/grpc/streamed_unary.h), so that it reads the request only when there
// is room for it.
//
// `phase_` decides which thread may finish the call; so Finish is called once.
// After the message has been read, only the work's end finishes the call, and a
// cancellation merely makes the work end early. gRPC calls OnDone once, after
// Finish and after any OnCancel.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class TranslateCall final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  // Serves `service_call`, which arrived as `server`. Deletes itself.
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

  // Reads the message if `status` is OK. Otherwise the call waited too long.
  void OnRoom(const absl::Status& status);
  // Called with the lock of the budget held.
  void OnTooSlow(const absl::Status& status);
  void PostPrepare();
  void Prepare();
  void Answer();
  // REQUIRES: called once. Afterwards only gRPC may touch the call.
  void FinishWith(const absl::Status& status);

  std::unique_ptr<ServiceCall> call_;
  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;  // owned by gRPC, valid until OnDone
  std::atomic<Phase> phase_ = Phase::kWaiting;
  // Owned by gRPC while it reads or writes.
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  MessageMemory memory_;
  TranslationWork work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_TRANSLATE_CALL_H_
