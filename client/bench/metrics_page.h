// Reads a server's /metrics page with an HTTP/1.0 GET, and computes the mean of
// a histogram. Not a general HTTP client.

#ifndef INTERPRES_CLIENT_BENCH_METRICS_PAGE_H_
#define INTERPRES_CLIENT_BENCH_METRICS_PAGE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Returns the body of the page `http://HOST[:PORT][/PATH]`. Blocks until the
// answer is complete. Returns INVALID_ARGUMENT if `url` has another form.
// Returns UNAVAILABLE if the server cannot be reached, sends nothing for ten
// seconds, or answers with a status other than 200.
absl::StatusOr<std::string> FetchMetrics(const std::string& url);

// Returns the sum of the samples with the name `name`, over all labels. Returns
// 0 if `page` has no such sample. `page` is in Prometheus text format 0.0.4.
double SumOfSamples(std::string_view page, std::string_view name);

// Returns the mean of the observations that the histogram `name` received
// between two scrapes. `before` and `after` are the pages of the scrapes, in
// Prometheus text format 0.0.4. Returns NaN without observations.
double MeanBetween(std::string_view before, std::string_view after,
                   const std::string& name);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_METRICS_PAGE_H_
