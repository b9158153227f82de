// The gRPC port for translations: interpres.v1.TranslationService,
// google.cloud.translation.v3.TranslationService and health.

#ifndef INTERPRES_SERVER_GRPC_TRANSLATION_LISTENER_H_
#define INTERPRES_SERVER_GRPC_TRANSLATION_LISTENER_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "server/base/listener.h"
#include "server/grpc/google_translation_service.h"
#include "server/grpc/grpc_port.h"
#include "server/grpc/health_service.h"
#include "server/grpc/translation_service.h"
#include "server/service/translation_context.h"

namespace interpres {

class TranslationListener final : public Listener {
 public:
  static constexpr char kAddressFlag[] = "--address";

  // `max_message_bytes` is the maximum size of one request message. gRPC
  // refuses larger messages. The context must outlive the listener.
  TranslationListener(std::string address, int64_t max_message_bytes,
                      const GrpcTransport& transport,
                      const TranslationContext& context);
  ~TranslationListener() override;

  std::string_view flag() const override { return port_.flag(); }
  int port() const override { return port_.port(); }
  absl::Status Start() override;
  void Open() override;
  void BeginDrain() override;
  void EndDrain(std::chrono::seconds grace) override;

 private:
  const int64_t max_message_bytes_;
  const TranslationContext& context_;
  HealthService health_;
  TranslationService service_;
  GoogleTranslationService google_;
  UnknownMethods unknown_;
  GrpcPort port_;  // uses the services
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_TRANSLATION_LISTENER_H_
