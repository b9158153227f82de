// Serves unary methods as streams of one message each way, which is the same on
// the wire.
//
// gRPC reads the message of a unary call before it calls the handler. The
// handler of a stream decides when to read, and can refuse the call before.

#ifndef INTERPRES_SERVER_GRPC_STREAMED_UNARY_H_
#define INTERPRES_SERVER_GRPC_STREAMED_UNARY_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <functional>

#include "interpres/v1/translation.grpc.pb.h"

namespace interpres {

// Lets the service `Base` serve unary methods as streams of one message each
// way, so that the handler decides when gRPC reads the request.
template <typename Base>
class WithStreamedUnary : public Base {
 public:
  using Reactor = grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>;
  using StreamHandler = std::function<Reactor*(grpc::CallbackServerContext*)>;

 protected:
  // Makes the method a stream that `handler` serves. `method` is the index of
  // the method in the service of the .proto file. The reactor that the handler
  // returns must read at most one message, and must end with
  // StartWriteAndFinish or Finish. REQUIRES: called in a constructor.
  void ServeStreamed(int method, const StreamHandler& handler) {
    // gRPC's method object owns its handler and deletes it when it gets another
    // handler. So each of the two calls below needs a new handler.
    this->MarkMethodStreamed(method, MakeHandler(handler));
    this->MarkMethodRawCallback(method, MakeHandler(handler));
  }

 private:
  static grpc::internal::MethodHandler* MakeHandler(
      const StreamHandler& handler) {
    return new grpc::internal::CallbackBidiHandler<grpc::ByteBuffer,
                                                   grpc::ByteBuffer>(handler);
  }
};

// Adds to the service `Base` a method Translate that is a stream of one message
// each way. Use it like the generated WithRawCallbackMethod_ templates.
template <typename Base>
class WithStreamedTranslate : public WithStreamedUnary<Base> {
 public:
  using typename WithStreamedUnary<Base>::Reactor;

  WithStreamedTranslate() {
    this->ServeStreamed(kIndex, [this](grpc::CallbackServerContext* server) {
      return Translate(server);
    });
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
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_STREAMED_UNARY_H_
