// A call that reads its one message when the server has room for it.
//
//   RPC thread    Begin: wait for room for the message
//   any thread    OnRoom: read the message
//   RPC thread    OnReadDone: hand the message on
//   text thread   Prepare (of the subclass): parse, start the work
//   any thread    FinishWith
//   RPC thread    OnDone: delete

#ifndef INTERPRES_SERVER_GRPC_RECEIVED_CALL_H_
#define INTERPRES_SERVER_GRPC_RECEIVED_CALL_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/admission/receive_budget.h"
#include "server/scheduling/flow.h"
#include "server/service/call_end.h"
#include "server/service/service_call.h"

namespace interpres {

// Serves one unary call that the server treats as a stream of one message each
// way (server/grpc/streamed_unary.h). So the server reads the request only when
// ReceiveBudget has room for the message.
//
// `phase_` decides which thread may finish the call, so that Finish is called
// once. After the message has been read, only the subclass finishes the call. A
// cancellation then only makes the work of the subclass end early. gRPC calls
// OnDone once, after Finish and after any OnCancel.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class ReceivedCall
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  // Starts to serve the call: waits for room for the message. The call may be
  // finished when Begin returns. gRPC deletes the object only after it has got
  // the reactor. REQUIRES: called once, when the subclass is complete.
  void Begin();

  void OnReadDone(bool ok) final;
  void OnCancel() final;
  void OnDone() final;

 protected:
  // `server` is the gRPC context of the call, which gRPC owns until OnDone.
  ReceivedCall(std::unique_ptr<ServiceCall> call,
               grpc::CallbackServerContext& server);
  // OnDone deletes the object.
  ~ReceivedCall() override = default;

  const ServiceCall& call() const { return *call_; }

  // Returns the priority of a request that is not parsed yet. Runs on an RPC
  // thread, so it must be fast.
  virtual Priority PriorityOf(const grpc::ByteBuffer& request) const = 0;
  // Parses the request and starts its work. Runs on a text thread. Leads to one
  // FinishWith or FinishWithError, on any thread, maybe before Prepare returns.
  // So this object may be gone when Prepare returns. Clear `request` when it is
  // parsed, to save memory.
  virtual void Prepare(grpc::ByteBuffer& request) = 0;
  // Records that the call ended with `status`, and returns the headers that
  // describe the answer.
  virtual AnswerHeaders End(const absl::Status& status) = 0;

  // Finishes the call: sends `response` if `status` is OK, otherwise the error.
  // Sends the error of SerializeMessage if `response` cannot be serialised.
  // REQUIRES: FinishWith or FinishWithError is called once. Afterwards only
  // gRPC may touch the object.
  void FinishWith(absl::Status status,
                  const google::protobuf::Message& response);
  // Finishes the call with an error. REQUIRES: FinishWith or FinishWithError is
  // called once. Afterwards only gRPC may touch the object.
  void FinishWithError(const absl::Status& status);

 private:
  enum class Phase { kWaiting, kReading, kTaken };

  // Starts to read the message if `status` is OK. Otherwise finishes the call
  // with `status`, because the call waited too long for room.
  void OnRoom(const absl::Status& status);
  // Finishes the call with `status` in a posted task, because the message
  // arrives too slowly. Does nothing if the message has arrived. Called with
  // the lock of ReceiveBudget held, so this function only posts a task.
  void OnTooSlow(const absl::Status& status);
  void PostPrepare();

  std::unique_ptr<ServiceCall> call_;
  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;
  std::atomic<Phase> phase_ = Phase::kWaiting;
  // gRPC owns request_ while it reads the message, and response_ while it
  // writes the response.
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  MessageMemory memory_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_RECEIVED_CALL_H_
