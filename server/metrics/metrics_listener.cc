#include "server/metrics/metrics_listener.h"

#include <utility>

#include "model/base/status.h"
#include "server/base/logging.h"

namespace interpres {

MetricsListener::MetricsListener(std::string address, Metrics& metrics)
    : address_(std::move(address)), metrics_(metrics) {}

absl::Status MetricsListener::Start() {
  INTERPRES_ASSIGN_OR_RETURN(port_, metrics_.Serve(address_));
  Log(LogLevel::kInfo, "metrics listening",
      {{"address", address_}, {"port", int64_t{port_}}});
  return absl::OkStatus();
}

}  // namespace interpres
