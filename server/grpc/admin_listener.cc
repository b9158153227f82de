// Tested by tests/integration/server_models_test.cc.

#include "server/grpc/admin_listener.h"

#include <utility>

#include "model/base/status.h"
#include "server/base/logging.h"

namespace interpres {

AdminListener::AdminListener(std::string address,
                             const GrpcTransport& transport,
                             const BearerTokens* tokens, ModelManager& manager,
                             Metrics& metrics)
    : service_(tokens, manager, metrics),
      port_(std::move(address), kAddressFlag, transport) {}

AdminListener::~AdminListener() { port_.Close(std::chrono::seconds(0)); }

absl::Status AdminListener::Start() {
  INTERPRES_RETURN_IF_ERROR(port_.Start([this](grpc::ServerBuilder& builder) {
    builder.RegisterService(&service_);
  }));
  Log(LogLevel::kInfo, "admin listening",
      {{"address", port_.address()}, {"port", int64_t{port_.port()}}});
  return absl::OkStatus();
}

}  // namespace interpres
