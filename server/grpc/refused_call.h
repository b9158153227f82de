// A call that is refused before its first message is read.

#ifndef INTERPRES_SERVER_GRPC_REFUSED_CALL_H_
#define INTERPRES_SERVER_GRPC_REFUSED_CALL_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "absl/status/status.h"
#include "server/grpc/grpc_status.h"

namespace interpres {

// The reactor of a call that the server refuses. Ends the call with the error
// `status`, reads no message, and deletes itself in OnDone.
//
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class RefusedCall final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit RefusedCall(const absl::Status& status) {
    Finish(ToGrpcStatus(status));
  }
  void OnDone() override { delete this; }

 private:
  ~RefusedCall() override = default;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_REFUSED_CALL_H_
