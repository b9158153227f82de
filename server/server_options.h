// How to run the server: flags, environment variables, configuration file.

#ifndef INTERPRES_SERVER_SERVER_OPTIONS_H_
#define INTERPRES_SERVER_SERVER_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/admission/admission.h"
#include "server/scheduling/queue_policy.h"
#include "server/security/tls_options.h"

namespace interpres {

struct ServerOptions {
  // Directories of models (server/models/model_repository.h).
  std::vector<std::string> models;
  // A directory of such directories; empty: none. One of the two is required.
  std::string model_repository;
  // How often to look for changed models; 0: never.
  std::chrono::seconds watch_models{0};
  std::string compute_type = "auto";

  // Where to listen, host:port. Port 0 takes a free one and logs it. The
  // default is reachable from this machine only.
  std::string address = "127.0.0.1:50051";
  // Where Prometheus scrapes; empty: nowhere.
  std::string metrics_address = "127.0.0.1:9464";
  // Where interpres.v1.AdminService listens; empty: nowhere.
  std::string admin_address;

  TlsOptions tls;
  // A file of tokens of which every call but health checks and reflection must
  // carry one; empty: none is asked for.
  std::string token_file;
  // Whether tokens may come over connections that others can read.
  bool plaintext_tokens = false;

  // Decoding threads of each model, each with its own slots and cache; 0: one
  // per CPU that the affinity mask and the control group allow.
  int32_t workers = 0;
  // Sentences that decode at once in a worker: more share a step's cost, each
  // takes memory; 0: as many as suit the model.
  int32_t slots = 0;
  // Hypotheses that decode at once in a worker; 0: four for each slot.
  int32_t rows = 0;
  // Threads that tokenise and detokenise; 0: up to two.
  int32_t text_threads = 0;

  QueueLimits queue;
  // For the latest results of each model; 0: every text is translated anew.
  int64_t cache_bytes = 32 << 20;
  RequestLimits request;
  // Translate requests and streams, idle ones too, at once.
  int64_t max_calls = 1024;
  // Requests, or messages of streams, that want attention weights, at once.
  int64_t max_attention_requests = 64;
  // Maximum size of one request message.
  int64_t max_message_bytes = 4 << 20;
  // Maximum size of all request messages that are being received or tokenised.
  // At least max_message_bytes. The server's memory grows by up to about three
  // times as much, because a message is also parsed and tokenised.
  int64_t max_received_bytes = 128 << 20;

  // How long accepted work may take to finish after SIGTERM.
  std::chrono::seconds drain_timeout{30};
  // Pings on a silent connection find dead clients.
  std::chrono::seconds keepalive_time{60};
  std::chrono::seconds keepalive_timeout{20};
  // Connections are closed gently at this age (0: never), so that clients
  // behind a load balancer find new replicas.
  std::chrono::seconds max_connection_age{0};
  std::chrono::seconds max_connection_age_grace{30};

  std::string log_level = "info";
  std::string log_format = "text";
};

// What the command line asks for: to run with `options`, or to print `output`
// (help, version, or what is wrong) and exit with `exit_code`: 0 or 2.
struct CommandLine {
  std::optional<ServerOptions> options;
  std::string output;
  int exit_code = 0;
};

// Flags win over INTERPRES_* environment variables, those over the file of
// --config.
CommandLine ParseCommandLine(int argc, const char* const* argv);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVER_OPTIONS_H_
