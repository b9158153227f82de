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

// The options of the server, as ParseCommandLine reads them. REQUIRES: `models`
// or `model_repository` is not empty.
struct ServerOptions {
  // Paths of models. Each is a directory with a checkpoint, a directory with
  // numbered versions of a checkpoint, or a zip archive.
  std::vector<std::string> models;
  // A directory whose subdirectories and zip archives are models, which the
  // server serves beside `models`. Empty means no repository.
  std::string model_repository;
  // Maximum number of models of `model_repository` whose weights are in memory.
  // 0 means unlimited. REQUIRES: 0 without `model_repository`.
  int64_t max_resident_models = 0;
  // Interval between two looks for changed model directories and glossary
  // files. 0 disables these looks.
  std::chrono::seconds watch_models{0};
  std::string compute_type = "auto";
  // Directory of the files that keep over a restart what the server found out
  // about its models (server/registry/probe_file.h). Empty means in memory
  // only.
  std::string probe_directory;

  // Address of the gRPC translation service: host:port, [IPv6]:port or
  // unix:PATH. Port 0 lets the system choose a free port, which the log names.
  // Only this machine can reach the default address.
  std::string address = "127.0.0.1:50051";
  // Address of the metrics page: host:port. Empty means that the page is
  // disabled.
  std::string metrics_address = "127.0.0.1:9464";
  // Options of the HTTP listener. The server replaces http.max_body_bytes by
  // max_message_bytes.
  HttpOptions http;
  // Address of interpres.v1.AdminService. Empty means disabled.
  std::string admin_address;

  TlsOptions tls;
  // Path of a file of bearer tokens. Calls must carry one of these tokens,
  // except health checks, gRPC reflection and pages such as /metrics and
  // /openapi.json. Empty means that calls need no token.
  std::string token_file;
  // Whether to accept tokens from other machines without TLS. If false, a
  // server that would accept them refuses to start.
  bool plaintext_tokens = false;

  // Number of decoding threads of each model. Each thread has an engine with
  // its own slots. 0 means one thread for each CPU that the affinity mask and
  // the control group allow.
  int32_t workers = 0;
  // Maximum number of sentences that one decoding thread decodes together. More
  // slots share the cost of a step, but each slot takes memory. 0 means a
  // number that suits the model.
  int32_t slots = 0;
  // Maximum number of hypotheses that one decoding thread decodes together. 0
  // means four for each slot.
  int32_t rows = 0;
  // Number of threads that tokenise and detokenise. 0 means one for each
  // available CPU, but at most two.
  int32_t text_threads = 0;

  QueueLimits queue;
  // Maximum memory for the cache of the latest results of each model, in bytes.
  // 0 disables the cache.
  int64_t cache_bytes = 32 << 20;
  RequestLimits request;
  // Whether texts are divided into sentences if their request does not say:
  // "sentences", or "off" to translate each text as one sentence.
  std::string split = "sentences";
  // What happens to atoms (spans that must not change, such as numbers) if the
  // request does not say. Damaged atoms are corrected with "repair", only
  // reported with "report", and ignored with "off".
  std::string integrity = "repair";
  // The pivot languages through which requests with allow_pivot may be
  // translated, most preferred first. Codes of BCP 47. Empty means that no
  // request may use a pivot language.
  std::vector<std::string> pivot_languages = {};
  GlossaryOptions glossaries;
  QuotaOptions quota;
  // Maximum number of concurrent calls that translate texts or detect
  // languages, over gRPC and HTTP, including idle streams. Further calls are
  // rejected with RESOURCE_EXHAUSTED.
  int64_t max_calls = 1024;
  // Maximum number of concurrent requests and stream messages that ask for
  // attention weights. Further ones are rejected with RESOURCE_EXHAUSTED.
  int64_t max_attention_requests = 64;
  // Maximum size of one request message, in bytes. Larger messages are refused.
  // The default has room for four texts of the maximum size.
  int64_t max_message_bytes = 5 << 20;
  // Maximum total size, in bytes, of the request messages that are being
  // received or translated. At least max_message_bytes. Calls without room wait
  // up to 5 s and are then rejected. The server's memory grows by up to about
  // three times this value, because a message is also parsed and tokenised.
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
  // project reads, so that they have no effect. Empty if `options` is null.
  std::vector<UnknownVariable> unknown_variables = {};
};

// Parses the flags and reads the INTERPRES_* environment variables and the file
// of --config. Flags override the environment, which overrides the file. For
// --help and --version, the result has no `options` and exit code 0. For a
// wrong option, the result has no `options`, exit code 2 and the error.
CommandLine ParseCommandLine(int argc, const char* const* argv);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVER_OPTIONS_H_
