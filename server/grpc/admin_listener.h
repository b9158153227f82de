// The gRPC port for operators: interpres.v1.AdminService.

#ifndef INTERPRES_SERVER_GRPC_ADMIN_LISTENER_H_
#define INTERPRES_SERVER_GRPC_ADMIN_LISTENER_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "server/base/listener.h"
#include "server/grpc/admin_service.h"
#include "server/grpc/grpc_port.h"
#include "server/metrics/metrics.h"
#include "server/registry/model_manager.h"
#include "server/security/bearer_tokens.h"

namespace interpres {

class AdminListener final : public Listener {
 public:
  static constexpr char kAddressFlag[] = "--admin-address";

  // Null `tokens` mean that callers need no token. Tokens, manager and metrics
  // must outlive the listener.
  AdminListener(std::string address, const GrpcTransport& transport,
                const BearerTokens* tokens, ModelManager& manager,
                Metrics& metrics);
  // Closes the port: cancels the remaining calls, and returns when the last
  // call is done. Waits for the reloads of these calls, so call
  // ModelManager::Stop before, which makes reloads end soon.
  ~AdminListener() override;

  std::string_view flag() const override { return port_.flag(); }
  int port() const override { return port_.port(); }
  absl::Status Start() override;
  void Open() override { service_.Open(); }

 private:
  AdminService service_;
  GrpcPort port_;  // uses the service
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_ADMIN_LISTENER_H_
