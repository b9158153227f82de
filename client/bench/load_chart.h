// A load test as a picture.

#ifndef INTERPRES_CLIENT_BENCH_LOAD_CHART_H_
#define INTERPRES_CLIENT_BENCH_LOAD_CHART_H_

#include <string>

#include "client/bench/load_report.h"

namespace interpres {

// An SVG document that needs nothing else: above, the median and the 99th
// percentile of the latency over the measured time (by when requests were due,
// logarithmic) and beside them how often each latency occurs; below, how many
// requests a second were answered, refused for load (RESOURCE_EXHAUSTED) and
// failed. Percentiles of at most 150 stretches of time. Says so if no request
// was measured.
std::string FormatLoadChart(const std::string& title, const LoadReport& report);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_CHART_H_
