// google.cloud.translation.v3.TranslationService over gRPC's callback API.

#ifndef INTERPRES_SERVER_GRPC_GOOGLE_TRANSLATION_SERVICE_H_
#define INTERPRES_SERVER_GRPC_GOOGLE_TRANSLATION_SERVICE_H_

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>

#include "google/cloud/translate/v3/translation_service.grpc.pb.h"
#include "server/grpc/google_calls.h"
#include "server/grpc/streamed_unary.h"
#include "server/metrics/metrics.h"
#include "server/service/glossary_thread.h"
#include "server/service/translation_context.h"

namespace interpres {

// The name of the service in health checks.
inline constexpr char kGoogleTranslationServiceName[] =
    "google.cloud.translation.v3.TranslationService";

// The gRPC service of Google's interface, Cloud Translation v3. Answers its
// methods with the models and glossaries of this server. No handler blocks.
// Every method answers UNAVAILABLE until Open. Thread-safe.
class GoogleTranslationService final
    : public WithStreamedUnary<
          ::google::cloud::translation::v3::TranslationService::Service> {
 public:
  GoogleTranslationService();

  // Makes the service answer calls. Called when the models are loaded. The
  // context must outlive the gRPC server.
  void Open(const TranslationContext& context) { context_.store(&context); }

 private:
  // Makes new calls of `method` objects of the class `Call`. `rpc` is the
  // method's name in the metrics. REQUIRES: called in the constructor.
  template <typename Call>
  void Serve(const char* method, RpcMethod rpc);
  // Serves a method by `function(call, request, response)`, which fills
  // `response` and returns a status. The function must not block, because it
  // runs on a text thread. `rpc` is the method's name in the metrics.
  template <typename Request, typename Response, typename Function>
  void ServeShort(const char* method, RpcMethod rpc, const Function& function);
  // Serves a method by a member function of `Part` (Glossaries or
  // GlossaryEntries), which runs on glossary_thread_. Answers
  // RESOURCE_EXHAUSTED if too many calls wait for this thread. `rpc` is the
  // method's name in the metrics.
  template <typename Part, typename Request, typename Response>
  void ServeGlossary(const char* method, RpcMethod rpc,
                     absl::Status (Part::*function)(const Request&, Response&)
                         const);
  void ServeCall(const char* method, RpcMethod rpc,
                 const GoogleShortCall::Answer& answer);

  // Null until Open.
  std::atomic<const TranslationContext*> context_ = nullptr;
  GlossaryThread glossary_thread_;
};

// Answers the calls of all methods that the server does not have, with
// UNIMPLEMENTED and a sentence that says what to do instead.
class UnknownMethods final : public grpc::CallbackGenericService {
 public:
  // The metrics must outlive the gRPC server.
  explicit UnknownMethods(Metrics& metrics) : metrics_(metrics) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* server) override;

 private:
  Metrics& metrics_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_GOOGLE_TRANSLATION_SERVICE_H_
