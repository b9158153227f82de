// `interpres bench`: puts a server under load and says what it made of it.

#ifndef INTERPRES_CLIENT_BENCH_COMMAND_H_
#define INTERPRES_CLIENT_BENCH_COMMAND_H_

#include <CLI/App.hpp>
#include <cstdint>
#include <ostream>
#include <string>

#include "client/connection_flags.h"
#include "client/exit_code.h"
#include "client/request_flags.h"
#include "client/server_commands.h"

namespace interpres {

struct BenchFlags {
  ConnectionFlags connection;
  RequestFlags decoding;
  std::string from;
  std::string to;
  std::string model;
  std::string input;
  int clients = 64;
  double duration_seconds = 60.0;
  double warmup_seconds = 0.0;
  int texts_per_request = 1;
  double rate = 0.0;  // 0: a closed loop
  std::string arrivals = "poisson";
  uint64_t arrival_seed = 1;
  std::string metrics_url;
  bool json = false;
  std::string plot;
};

// `flags` must outlive the parsing.
void AddBenchFlags(CLI::App& app, BenchFlags& flags);

// Prints a table, or one JSON object (an interpres.cli.v1.LoadReport), and
// writes the picture. kOk: something was answered, and no request or text
// failed but those that the server refused for load; kFailed otherwise.
ExitCode RunBench(const BenchFlags& flags, const ReportStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_COMMAND_H_
