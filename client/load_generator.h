// Many clients at once against one server, for a while: what it answers, how
// many, how fast.

#ifndef INTERPRES_CLIENT_LOAD_GENERATOR_H_
#define INTERPRES_CLIENT_LOAD_GENERATOR_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/translation_client.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

struct LoadOptions {
  // Every client connects on its own and sends nothing again.
  ClientOptions client;

  // Clients with a connection each; every one sends its next request when the
  // last is answered (a closed loop). 1 to 4096.
  int clients = 64;

  // No request starts later than this; those under way are waited for.
  std::chrono::milliseconds duration{60000};

  // 1 to 1024.
  int texts_per_request = 1;

  // Languages, model and options of every request; its texts are ignored.
  interpres::v1::TranslateRequest request;

  // What to translate, not empty. Every client walks through all of them from
  // a start of its own, around and around, so a run repeats.
  std::vector<std::string> texts;

  // The present; tests replace it. Called by all clients.
  std::function<std::chrono::steady_clock::time_point()> clock =
      std::chrono::steady_clock::now;
};

struct LoadReport {
  // Requests answered without an error, and the others by code. A failed
  // request is not sent again: it is what the report is about.
  int64_t succeeded = 0;
  std::map<absl::StatusCode, int64_t> failed;

  // Texts of the successful requests: translated, and answered with an error.
  int64_t texts = 0;
  int64_t text_errors = 0;

  // Tokens of the best translations.
  int64_t target_tokens = 0;

  // From the first request to the last answer.
  std::chrono::nanoseconds elapsed{0};

  // Of the successful requests, in milliseconds, ascending.
  std::vector<double> latencies_ms;

  int64_t errors() const;
};

// INVALID_ARGUMENT, naming the option, if one is out of its range. Failed
// requests are no error of this function.
absl::StatusOr<LoadReport> RunLoad(const LoadOptions& options);

// The smallest value that at least `share` of the values do not exceed
// (nearest rank). sorted: ascending, not empty. share: in (0, 1].
double Percentile(const std::vector<double>& sorted, double share);

// The report as an aligned table of names and values.
std::string FormatLoadReport(const LoadReport& report);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_LOAD_GENERATOR_H_
