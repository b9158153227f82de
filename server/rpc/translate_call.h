// One Translate call, from its bytes to its answer.
//
//   RPC thread    Start: count the call, hand it on
//   text thread   Prepare: parse, start the work
//   text thread   Answer: serialise, Finish
//   RPC thread    OnDone: delete

#ifndef INTERPRES_SERVER_RPC_TRANSLATE_CALL_H_
#define INTERPRES_SERVER_RPC_TRANSLATE_CALL_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>

#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/rpc/call_identity.h"
#include "server/rpc/translation_work.h"

namespace interpres {

// Finish is called in one place, after the work is done. A cancellation only
// sets a flag that makes the jobs complete early. gRPC calls OnDone once, after
// Finish and after any OnCancel.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class TranslateCall final : public grpc::ServerUnaryReactor {
 public:
  // The call of `server`, which CallTracker::Enter has counted. Deletes itself.
  static TranslateCall* Start(const TranslationContext& context,
                              grpc::CallbackServerContext& server,
                              const grpc::ByteBuffer& request,
                              grpc::ByteBuffer& response);

  void OnCancel() override;
  void OnDone() override;

 private:
  TranslateCall(const TranslationContext& context,
                grpc::CallbackServerContext& server,
                const grpc::ByteBuffer& request, grpc::ByteBuffer& response);
  ~TranslateCall() override = default;

  void Prepare();
  void Answer();
  // The last use of the call by anybody but gRPC.
  void FinishWith(const absl::Status& status);

  const TranslationContext& context_;
  grpc::CallbackServerContext& server_;  // gRPC's, until OnDone
  const grpc::ByteBuffer& request_;      // gRPC's, until OnDone
  grpc::ByteBuffer& response_;           // gRPC's, until OnDone
  const CallIdentity identity_;
  const TimePoint started_at_;
  std::atomic<bool> cancelled_ = false;
  TranslationWork work_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_TRANSLATE_CALL_H_
