// Serves the unary method Translate as a stream of one message each way, which
// is the same on the wire.
//
// gRPC reads the message of a unary call before it calls the handler. The
// handler of a stream decides when to read, and can refuse the call before.

#ifndef INTERPRES_SERVER_GRPC_STREAMED_UNARY_H_
#define INTERPRES_SERVER_GRPC_STREAMED_UNARY_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include "interpres/v1/translation.grpc.pb.h"

namespace interpres {

// Adds to the service `Base` a method Translate that is a stream of one message
// each way. So Translate decides when to read, although the method is unary.
// Use it like the generated WithRawCallbackMethod_ templates. The reactor that
// Translate returns must read at most one message, and must end with
// StartWriteAndFinish or Finish.
template <typename Base>
class WithStreamedTranslate : public Base {
 public:
  using Reactor = grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>;

  WithStreamedTranslate() {
    // gRPC's method object owns its handler and deletes it when it gets another
    // handler. So each call needs a new handler.
    this->MarkMethodStreamed(kIndex, MakeHandler());
    this->MarkMethodRawCallback(kIndex, MakeHandler());
  }

  // Disables the synchronous method.
  grpc::Status Translate(grpc::ServerContext* /*server*/,
                         const v1::TranslateRequest* /*request*/,
                         v1::TranslateResponse* /*response*/) final {
    return {grpc::StatusCode::UNIMPLEMENTED, ""};
  }
  virtual Reactor* Translate(grpc::CallbackServerContext* server) = 0;

 private:
  // The index of Translate among the methods of TranslationService in
  // translation.proto.
  static constexpr int kIndex = 0;

  grpc::internal::MethodHandler* MakeHandler() {
    return new grpc::internal::CallbackBidiHandler<grpc::ByteBuffer,
                                                   grpc::ByteBuffer>(
        [this](grpc::CallbackServerContext* server) {
          return Translate(server);
        });
  }
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_STREAMED_UNARY_H_
