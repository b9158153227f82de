// The gRPC port for operators: interpres.v1.AdminService.

#ifndef INTERPRES_SERVER_GRPC_ADMIN_LISTENER_H_
#define INTERPRES_SERVER_GRPC_ADMIN_LISTENER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "server/base/listener.h"
#include "server/grpc/admin_service.h"
#include "server/grpc/grpc_port.h"

namespace interpres {

class AdminListener final : public Listener {
 public:
  static constexpr char kAddressFlag[] = "--admin-address";

  // `address` is the address to listen on. REQUIRES: the objects in `parts`
  // outlive the listener.
  AdminListener(std::string address, const GrpcTransport& transport,
                const AdminParts& parts);
  // Closes the port: cancels the remaining calls, and returns when the last
  // call is done. Waits for the reloads of these calls, so call
  // ModelManager::Stop before, which makes reloads end soon.
  ~AdminListener() override;

  std::string_view flag() const override { return port_.flag(); }
  int port() const override { return port_.port(); }
  absl::Status Start() override;
  void Open() override { service_.Open(); }

 private:
  const int64_t max_glossary_bytes_;
  AdminService service_;
  GrpcPort port_;  // uses the service
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_ADMIN_LISTENER_H_
