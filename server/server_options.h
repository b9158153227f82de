// How to run the server: flags, environment variables, configuration file.

#ifndef INTERPRES_SERVER_SERVER_OPTIONS_H_
#define INTERPRES_SERVER_SERVER_OPTIONS_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/glossary/glossary_options.h"
#include "server/grpc/connection_options.h"
#include "server/http/http_options.h"
#include "server/quota/quota_options.h"
#include "server/scheduling/queue_policy.h"
#include "server/security/tls_options.h"
#include "server/service/request_limits.h"
#include "server/unknown_variables.h"

namespace interpres {

// REQUIRES: `models` or `model_repository` is not empty.
struct ServerOptions {
  // Model directories (server/registry/model_repository.h).
  std::vector<std::string> models;
  // A directory whose subdirectories are model directories. Empty means no
  // repository.
  std::string model_repository;
  // Maximum number of models of the repository whose weights are in memory. 0
  // means unlimited.
  int64_t max_resident_models = 0;
  // Interval between two looks for changed model directories. 0 disables these
  // looks.
  std::chrono::seconds watch_models{0};
  std::string compute_type = "auto";

  // Address of the translation service (server/base/listen_address.h). Port 0
  // lets the system choose a free port, which the log names. Only this machine
  // can reach the default address.
  std::string address = "127.0.0.1:50051";
  // Address of the metrics page. Empty means disabled.
  std::string metrics_address = "127.0.0.1:9464";
  // The HTTP listener. Its maximum body is max_message_bytes.
  HttpOptions http;
  // Address of interpres.v1.AdminService. Empty means disabled.
  std::string admin_address;

  TlsOptions tls;
  // File of bearer tokens. Every call except health checks and reflection must
  // carry one of these tokens. Empty means that calls need no token.
  std::string token_file;
  // Whether to accept tokens from other machines without TLS. If false, a
  // server that would accept them refuses to start.
  bool plaintext_tokens = false;

  // Decoding threads of each model. Each thread has its own slots and cache.
  // 0 means one for each CPU that the affinity mask and the control group
  // allow.
  int32_t workers = 0;
  // Maximum number of sentences that one worker decodes together. More slots
  // share the cost of a step, but each slot takes memory. 0 means a number that
  // suits the model.
  int32_t slots = 0;
  // Maximum number of hypotheses that one worker decodes together. 0 means four
  // for each slot.
  int32_t rows = 0;
  // Threads that tokenise and detokenise. 0 means one for each available CPU,
  // but at most two.
  int32_t text_threads = 0;

  QueueLimits queue;
  // Memory for the latest results of each model, in bytes. 0 disables the
  // cache.
  int64_t cache_bytes = 32 << 20;
  RequestLimits request;
  // Whether texts are divided into sentences if their request does not say:
  // "sentences" or "off".
  std::string split = "sentences";
  // What happens to atoms if their request does not say: "repair", "report" or
  // "off".
  std::string integrity = "repair";
  // The languages through which requests may be translated, in the order of
  // preference. Codes of BCP 47. Empty means that no request may.
  std::vector<std::string> pivot_languages = {};
  GlossaryOptions glossaries;
  QuotaOptions quota;
  // Maximum number of concurrent Translate calls and streams, including idle
  // streams. Further calls are refused with RESOURCE_EXHAUSTED.
  int64_t max_calls = 1024;
  // Maximum number of concurrent requests and stream messages that ask for
  // attention weights. Further ones are refused with RESOURCE_EXHAUSTED.
  int64_t max_attention_requests = 64;
  // Maximum size of one request message, in bytes. The default has room for
  // four texts of the maximum size.
  int64_t max_message_bytes = 5 << 20;
  // Maximum total size, in bytes, of the request messages that are being
  // received or translated. At least max_message_bytes. The server's memory
  // grows by up to about three times this value, because a message is also
  // parsed and tokenised.
  int64_t max_received_bytes = 128 << 20;

  // Time that accepted requests have to finish after SIGTERM. Then the server
  // cancels them.
  std::chrono::seconds drain_timeout{30};
  ConnectionOptions connections;

  std::string log_level = "info";
  std::string log_format = "text";
};

// The result of parsing the command line. If `options` is null, the caller must
// print `output` (help, version, or an error) and exit with `exit_code`, which
// is then 0 or 2.
struct CommandLine {
  std::optional<ServerOptions> options = {};
  std::string output = {};
  int exit_code = 0;
  // Environment variables that begin with INTERPRES_ but that no program of the
  // project reads. They have no effect.
  std::vector<UnknownVariable> unknown_variables = {};
};

// Parses the flags and reads the INTERPRES_* environment variables and the file
// of --config. Flags override the environment, which overrides the file. If the
// result has no `options`, its `output` is the help, the version or an error.
CommandLine ParseCommandLine(int argc, const char* const* argv);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVER_OPTIONS_H_
