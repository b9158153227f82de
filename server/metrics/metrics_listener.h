// The HTTP port for Prometheus.

#ifndef INTERPRES_SERVER_METRICS_METRICS_LISTENER_H_
#define INTERPRES_SERVER_METRICS_METRICS_LISTENER_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "server/base/listener.h"
#include "server/metrics/metrics.h"

namespace interpres {

class MetricsListener final : public Listener {
 public:
  // The metrics must outlive the listener.
  MetricsListener(std::string address, Metrics& metrics);
  ~MetricsListener() override { metrics_.StopServing(); }

  std::string_view flag() const override { return Metrics::kAddressFlag; }
  int port() const override { return port_; }
  absl::Status Start() override;

 private:
  const std::string address_;
  Metrics& metrics_;
  int port_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_METRICS_LISTENER_H_
