// Tested by tests/integration/server_models_test.cc.

#include "server/grpc/admin_listener.h"

#include <chrono>
#include <utility>

#include "model/base/status.h"
#include "server/base/logging.h"

namespace interpres {
namespace {

// The largest message beside the content of a glossary.
constexpr int64_t kOtherBytes = 64 << 10;

}  // namespace

AdminListener::AdminListener(std::string address,
                             const GrpcTransport& transport,
                             const AdminParts& parts)
    : max_glossary_bytes_(parts.max_glossary_bytes),
      service_(parts),
      port_(std::move(address), kAddressFlag, transport) {}

AdminListener::~AdminListener() { port_.Close(std::chrono::seconds(0)); }

absl::Status AdminListener::Start() {
  INTERPRES_RETURN_IF_ERROR(port_.Start([this](grpc::ServerBuilder& builder) {
    builder.SetMaxReceiveMessageSize(
        static_cast<int>(kOtherBytes + max_glossary_bytes_));
    builder.RegisterService(&service_);
  }));
  Log(LogLevel::kInfo, "admin listening",
      {{"address", port_.address()}, {"port", int64_t{port_.port()}}});
  return absl::OkStatus();
}

}  // namespace interpres
