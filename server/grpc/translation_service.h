// interpres.v1.TranslationService over gRPC's callback API.

#ifndef INTERPRES_SERVER_GRPC_TRANSLATION_SERVICE_H_
#define INTERPRES_SERVER_GRPC_TRANSLATION_SERVICE_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>

#include "interpres/v1/translation.grpc.pb.h"
#include "server/grpc/streamed_unary.h"
#include "server/grpc/translate_call.h"

namespace interpres {

// The name of the service in health checks.
inline constexpr char kTranslationServiceName[] =
    "interpres.v1.TranslationService";

// Implements the RPCs for translations. Requests arrive as bytes, which the
// service parses itself (server/grpc/wire.h). No handler blocks. Every method
// answers UNAVAILABLE until Open.
class TranslationService final
    : public WithStreamedTranslate<
          v1::TranslationService::WithRawCallbackMethod_StreamTranslate<
              v1::TranslationService::WithRawCallbackMethod_ListModels<
                  v1::TranslationService::WithRawCallbackMethod_GetModel<
                      v1::TranslationService::
                          WithRawCallbackMethod_DetectLanguage<
                              v1::TranslationService::
                                  WithRawCallbackMethod_ListLanguages<
                                      v1::TranslationService::Service>>>>>> {
 public:
  // Makes the service answer calls. Called when the models are loaded. The
  // context must outlive the gRPC server.
  void Open(const TranslationContext& context) { context_.store(&context); }

  Reactor* Translate(grpc::CallbackServerContext* server) override;
  Reactor* StreamTranslate(grpc::CallbackServerContext* server) override;
  grpc::ServerUnaryReactor* ListModels(grpc::CallbackServerContext* server,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* GetModel(grpc::CallbackServerContext* server,
                                     const grpc::ByteBuffer* request,
                                     grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* DetectLanguage(grpc::CallbackServerContext* server,
                                           const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* ListLanguages(grpc::CallbackServerContext* server,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;

 private:
  // Null until Open.
  std::atomic<const TranslationContext*> context_ = nullptr;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_TRANSLATION_SERVICE_H_
