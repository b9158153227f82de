// Load on one server, for a while: clients that wait for their answers (a
// closed loop), or requests that arrive whether the earlier ones are answered
// or not (an open loop).

#ifndef INTERPRES_CLIENT_BENCH_LOAD_GENERATOR_H_
#define INTERPRES_CLIENT_BENCH_LOAD_GENERATOR_H_

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/bench/arrivals.h"
#include "client/bench/load_clock.h"
#include "client/bench/load_report.h"
#include "client/translation_client.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

struct LoadOptions {
  // Every client connects on its own and sends nothing again.
  ClientOptions client;

  // Clients with a connection each, 1 to 4096. In a closed loop every one sends
  // its next request when the last is answered; in an open loop the requests
  // take the connections in turn.
  int clients = 64;

  // An open loop; unset: a closed one.
  std::optional<ArrivalOptions> arrivals;

  // Requests of this time are sent, but not measured: the server's caches and
  // its estimate of its own speed settle.
  std::chrono::milliseconds warmup{0};
  // Then no request is due later than this; those under way are waited for.
  std::chrono::milliseconds duration{60000};

  // 1 to 1024.
  int texts_per_request = 1;

  // Languages, model and options of every request; its texts are ignored.
  interpres::v1::TranslateRequest request;

  // What to translate, not empty. Every client walks through all of them from
  // a start of its own, around and around, so a run repeats.
  std::vector<std::string> texts;

  LoadClock clock = {};
};

// INVALID_ARGUMENT, naming the option, if one is out of its range. Failed
// requests are no error of this function.
absl::StatusOr<LoadReport> RunLoad(const LoadOptions& options);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_GENERATOR_H_
