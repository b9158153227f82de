// Reads a server's /metrics page: a plain HTTP/1.0 GET and the two numbers of
// a histogram. Not a general HTTP client.

#ifndef INTERPRES_CLIENT_BENCH_METRICS_PAGE_H_
#define INTERPRES_CLIENT_BENCH_METRICS_PAGE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The body of `http://host[:port]/path`.
// INVALID_ARGUMENT: not such an address. UNAVAILABLE: nobody answers within
// ten seconds, or not with status 200.
absl::StatusOr<std::string> FetchMetrics(const std::string& url);

// The sum of the samples called `name`, over all their labels; 0 without any.
// Prometheus text format, version 0.0.4.
double SumOfSamples(std::string_view page, std::string_view name);

// The mean of what the histogram `name` observed between two pages; NaN if it
// observed nothing.
double MeanBetween(std::string_view before, std::string_view after,
                   const std::string& name);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_METRICS_PAGE_H_
