// Puts one server under load for a limited time. In a closed loop, each client
// waits for an answer before its next request. In an open loop, requests arrive
// at times that do not depend on the answers.

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
  // Options of every client. Each client has its own connection and makes no
  // retries, also if these options say otherwise.
  ClientOptions client;

  // Number of clients, 1 to 4096. In a closed loop, a client sends its next
  // request when the last one is answered. In an open loop, the requests go to
  // the clients one after another.
  int clients = 64;

  // The arrivals of an open loop. Null means a closed loop.
  std::optional<ArrivalOptions> arrivals;

  // Time before the measurement. Requests are sent but not measured, so that
  // the server's caches and its estimate of the throughput settle.
  std::chrono::milliseconds warmup{0};
  // Time of the measurement; above 0. No request is due after it. The run ends
  // when the last request is answered.
  std::chrono::milliseconds duration{60000};

  // Number of texts in each request, 1 to 1024.
  int texts_per_request = 1;

  // Languages, model and options of every request. Its texts are ignored.
  interpres::v1::TranslateRequest request;

  // The texts; not empty. Each client cycles through all texts. The starts are
  // spread evenly over the texts. If the clients are more than the texts,
  // clients share a start. With the same options, request n of a client has the
  // same texts in every run.
  std::vector<std::string> texts;

  LoadClock clock = {};
};

// Runs the load and returns the report, which counts failed requests. Blocks
// for about warmup + duration, and until the last answer. Returns
// INVALID_ARGUMENT with the name of the option if an option is out of range,
// and the errors of TranslationClient::Create.
absl::StatusOr<LoadReport> RunLoad(const LoadOptions& options);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_GENERATOR_H_
