// Tested by tests/integration/server_lifecycle_test.cc.

#include "server/grpc/translation_listener.h"

#include <utility>

#include "model/base/status.h"
#include "server/base/logging.h"

namespace interpres {

TranslationListener::TranslationListener(std::string address,
                                         int64_t max_message_bytes,
                                         const GrpcTransport& transport,
                                         const TranslationContext& context)
    : max_message_bytes_(max_message_bytes),
      context_(context),
      health_({kTranslationServiceName, kGoogleTranslationServiceName}),
      unknown_(context.metrics),
      port_(std::move(address), kAddressFlag, transport) {}

TranslationListener::~TranslationListener() {
  TranslationListener::EndDrain(std::chrono::seconds(0));
}

absl::Status TranslationListener::Start() {
  INTERPRES_RETURN_IF_ERROR(port_.Start([this](grpc::ServerBuilder& builder) {
    builder.SetMaxReceiveMessageSize(static_cast<int>(max_message_bytes_));
    builder.RegisterService(&service_);
    builder.RegisterService(&google_);
    builder.RegisterCallbackGenericService(&unknown_);
    builder.RegisterService(&health_);
  }));
  Log(LogLevel::kInfo, "server listening",
      {{"address", port_.address()},
       {"port", int64_t{port_.port()}},
       {"tls", TlsMode(port_.tls())},
       {"tokens", context_.tokens == nullptr ? "no" : "yes"}});
  return absl::OkStatus();
}

void TranslationListener::Open() {
  service_.Open(context_);
  google_.Open(context_);
  health_.SetServing(true);
}

void TranslationListener::BeginDrain() { health_.SetServing(false); }

void TranslationListener::EndDrain(std::chrono::seconds grace) {
  health_.EndWatches();
  port_.Close(grace);
}

}  // namespace interpres
