// Metrics of one name. Internal to server/metrics.

#ifndef INTERPRES_SERVER_METRICS_FAMILIES_H_
#define INTERPRES_SERVER_METRICS_FAMILIES_H_

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <string>

namespace interpres {

inline prometheus::Family<prometheus::Counter>& NewCounters(
    prometheus::Registry& registry, const std::string& name,
    const std::string& help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

inline prometheus::Family<prometheus::Gauge>& NewGauges(
    prometheus::Registry& registry, const std::string& name,
    const std::string& help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}

inline prometheus::Family<prometheus::Histogram>& NewHistograms(
    prometheus::Registry& registry, const std::string& name,
    const std::string& help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_METRICS_FAMILIES_H_
