// Draws the results of a load test.

#ifndef INTERPRES_CLIENT_BENCH_LOAD_CHART_H_
#define INTERPRES_CLIENT_BENCH_LOAD_CHART_H_

#include <string>

#include "client/bench/load_report.h"

namespace interpres {

// Returns an SVG document without external resources. `title` is escaped.
//
// The upper panel shows the median and the 99th percentile of the latency, on a
// logarithmic scale. The time axis has the times when the requests were due, in
// at most 150 intervals. A histogram of the latencies is beside this panel. The
// lower panel shows the requests per second that were answered, refused for
// load (RESOURCE_EXHAUSTED) or failed. If no request was measured, the document
// says so.
std::string FormatLoadChart(const std::string& title, const LoadReport& report);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_CHART_H_
