// One DetectLanguage call, from its bytes to its answer.
//
//   RPC thread    Start: count the call and its message
//   text thread   Prepare: parse, start the work
//   text thread   Answer: serialise, Finish
//   RPC thread    OnDone: delete

#ifndef INTERPRES_SERVER_GRPC_DETECT_CALL_H_
#define INTERPRES_SERVER_GRPC_DETECT_CALL_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>

#include "absl/status/status.h"
#include "server/admission/receive_budget.h"
#include "server/service/detection_work.h"
#include "server/service/service_call.h"

namespace interpres {

// Serves one DetectLanguage call: parses the request, detects the languages and
// sends the answer.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class DetectCall final : public grpc::ServerUnaryReactor {
 public:
  // The messages of a call, which gRPC owns until OnDone.
  struct Messages {
    const grpc::ByteBuffer& request;
    grpc::ByteBuffer& response;
  };

  // Starts to serve `service_call`, whose gRPC context is `server`, and returns
  // the reactor for gRPC. If ReceiveBudget has no room for the request, the
  // call ends with RESOURCE_EXHAUSTED. The reactor deletes itself in OnDone.
  static DetectCall* Start(std::unique_ptr<ServiceCall> service_call,
                           grpc::CallbackServerContext& server,
                           const Messages& messages);

  void OnCancel() override { call_->Cancel(); }
  void OnDone() override;

 private:
  DetectCall(std::unique_ptr<ServiceCall> call,
             grpc::CallbackServerContext& server, const Messages& messages);
  ~DetectCall() override = default;

  void Prepare();
  void Answer();
  // Records the end of the call. Sends messages_.response if `status` is OK,
  // otherwise the error. REQUIRES: called once. Afterwards only gRPC may touch
  // this object.
  void FinishWith(const absl::Status& status);

  std::unique_ptr<ServiceCall> call_;
  grpc::CallbackServerContext& server_;
  const Messages messages_;
  MessageMemory memory_;
  DetectionWork work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_DETECT_CALL_H_
