// The metrics of any process, with the names that Prometheus' client libraries
// use (process_cpu_seconds_total, ...). Internal to server/metrics.

#ifndef INTERPRES_SERVER_METRICS_PROCESS_METRICS_H_
#define INTERPRES_SERVER_METRICS_PROCESS_METRICS_H_

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace interpres {

// Thread-safe.
class ProcessMetrics final : public prometheus::Collectable {
 public:
  // `proc` is the directory of the proc file system. Tests pass another
  // directory that has the same files.
  explicit ProcessMetrics(std::filesystem::path proc = "/proc");

  // Returns the present metrics of this process: CPU time, memory, start time
  // and file descriptors. Omits a metric whose file cannot be read or parsed.
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const std::filesystem::path proc_;
  // Time when the machine started. Null if it cannot be read. Read only once,
  // because /proc/stat is slow on machines with many CPUs.
  const std::optional<double> boot_time_seconds_;  // since 1970
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_PROCESS_METRICS_H_
