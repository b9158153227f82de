#include "server/server_options.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/engine/translation_model.h"
#include "model/tokenizer/language_tag.h"
#include "server/base/listen_address.h"
#include "server/checked_flags.h"
#include "server/metrics/build_info.h"
#include "server/option_sources.h"
#include "server/probe_directory.h"

namespace interpres {
namespace {

constexpr int kUsageError = 2;
// More threads or sentences than a machine can run are a typing error.
constexpr int64_t kMaxWorkers = 1024;
constexpr int64_t kMaxSlots = 4096;
constexpr int64_t kMaxRows = 65536;
constexpr int64_t kMaxTextThreads = 256;
// 4 bytes each: the response must stay below protobuf's 2 GiB.
constexpr int64_t kMaxAttentionWeights = int64_t{1} << 28;
constexpr int64_t kMinMessageBytes = 1024;
constexpr int64_t kMaxGlossaryBytes = int64_t{64} << 20;
constexpr int64_t kMaxGlossaryTerms = 1'000'000;
constexpr int64_t kMaxMessageBytes = std::numeric_limits<int32_t>::max();

// Options that may be empty, which disables what they name.
const std::vector<std::string>& MayBeEmpty() {
  static const std::vector<std::string> flags = {
      "--metrics-address", "--http-address", "--admin-address",
      "--probe-directory"};
  return flags;
}

// The checks of CLI11 return the error, or an empty text if there is no error.

CLI::Validator IsLanguage(const std::string& flag) {
  return {[flag](std::string& text) {
            return IsLanguageCode(text)
                       ? std::string()
                       : absl::StrCat(flag, " has \"", text,
                                      "\"; expected language codes such as "
                                      "\"en\" or \"en,fr\"");
          },
          ""};
}

CLI::Validator IsAddress(const std::string& flag, ListenProtocol protocol,
                         bool may_be_empty) {
  return {[flag, protocol, may_be_empty](std::string& text) {
            if (text.empty() && may_be_empty) {
              return std::string();
            }
            return std::string(
                ParseListenAddress(text, protocol, flag).status().message());
          },
          ""};
}

void AddAddress(CLI::App& app, const std::string& flag, std::string& value,
                const std::string& help, ListenProtocol protocol) {
  const auto& optional = MayBeEmpty();
  const bool may_be_empty =
      std::find(optional.begin(), optional.end(), flag) != optional.end();
  AddFlag(app, flag, value, help)
      ->type_name("HOST:PORT")
      ->check(IsAddress(flag, protocol, may_be_empty));
}

void AddModels(CLI::App& app, ServerOptions& options) {
  app.add_option("--model", options.models,
                 "Directory of a checkpoint, or of its versions (DIR/1, DIR/2, "
                 "...), or an archive NAME.zip. The server loads the highest "
                 "version that passes its "
                 "self-test. Repeat the flag to serve several models")
      ->allow_extra_args(false)
      ->type_name("DIR");
  AddFlag(app, "--model-repository", options.model_repository,
          "Directory of models. The server loads each DIR/NAME as --model does")
      ->type_name("DIR");
  AddNumber(app, "--max-resident-models", options.max_resident_models,
            "Maximum number of models of --model-repository whose weights are "
            "in memory. The server unloads the least recently used idle model "
            "and loads a model when a request needs it (0: unlimited)",
            {.min = 0, .max = kMaxCount});
  AddSeconds(app, "--watch-models", options.watch_models,
             "Interval between looks for changed models and glossaries (0 "
             "disables). SIGHUP looks immediately");
  AddChoice(app, "--compute-type", options.compute_type,
            "Arithmetic of the matrix products. auto selects the fastest type "
            "that this CPU supports and that passes the model's self-test",
            ComputeTypeNames());
  // No other thread runs yet.
  // NOLINTBEGIN(concurrency-mt-unsafe)
  options.probe_directory =
      DefaultProbeDirectory(std::getenv("XDG_CACHE_HOME"), std::getenv("HOME"));
  // NOLINTEND(concurrency-mt-unsafe)
  app.add_option("--probe-directory", options.probe_directory,
                 "Directory that keeps over a restart what the server found "
                 "out about its models before their first answers (default: "
                 "interpres/probes in $XDG_CACHE_HOME or ~/.cache; empty: in "
                 "memory only)")
      ->type_name("DIR");
}

void AddAddresses(CLI::App& app, ServerOptions& options) {
  AddAddress(app, "--address", options.address,
             "Address of the translation service: host:port, [IPv6]:port or "
             "unix:PATH. Port 0 lets the system choose a free port",
             ListenProtocol::kGrpc);
  AddAddress(app, "--http-address", options.http.address,
             "Address of the HTTP service: host:port or [IPv6]:port (empty "
             "disables)",
             ListenProtocol::kHttp);
  AddAddress(app, "--metrics-address", options.metrics_address,
             "Address of the Prometheus page /metrics (empty disables)",
             ListenProtocol::kMetrics);
  AddAddress(app, "--admin-address", options.admin_address,
             "Address of interpres.v1.AdminService (empty disables)",
             ListenProtocol::kGrpc);
}

void AddThreads(CLI::App& app, ServerOptions& options) {
  AddNumber(app, "--workers", options.workers,
            "Decoding threads of each model (0: one for each CPU that this "
            "process may use)",
            {.min = 0, .max = kMaxWorkers});
  AddNumber(app, "--slots", options.slots,
            "Maximum number of sentences that one worker decodes together (0: "
            "selected for the model)",
            {.min = 0, .max = kMaxSlots});
  AddNumber(app, "--rows", options.rows,
            "Maximum number of hypotheses that one worker decodes together "
            "(0: 4 for each slot)",
            {.min = 0, .max = kMaxRows});
  AddNumber(app, "--text-threads", options.text_threads,
            "Threads that tokenise and detokenise (0: up to two)",
            {.min = 0, .max = kMaxTextThreads});
}

// What requests get that do not say otherwise.
void AddRequestDefaults(CLI::App& app, ServerOptions& options) {
  AddChoice(app, "--split", options.split,
            "Whether texts are divided into sentences if their request does "
            "not say. off: each text is one sentence",
            {"sentences", "off"});
  AddChoice(app, "--integrity", options.integrity,
            "What happens to numbers, addresses, placeholders and other spans "
            "that must not change, if their request does not say: repair "
            "damaged ones, report them only, or off",
            {"repair", "report", "off"});
  app.add_option("--pivot", options.pivot_languages,
                 "Languages through which requests with allow_pivot are "
                 "translated if no model translates directly, most preferred "
                 "first, divided by commas")
      ->type_name("CODES")
      ->delimiter(',')
      ->check(IsLanguage("--pivot"));
}

void AddGlossaries(CLI::App& app, ServerOptions& options) {
  GlossaryOptions& glossaries = options.glossaries;
  AddFlag(
      app, "--glossary-directory", glossaries.directory,
      "Directory of glossaries: NAME.SOURCE.TARGET.tsv or .csv, such as "
      "products.en.es.tsv, and NAME.tbx. Glossaries that clients make are in "
      "its directory owners. SIGHUP reads changed files")
      ->type_name("DIR");
  AddNumber(app, "--max-glossary-bytes", glossaries.limits.max_bytes,
            "Maximum size of the file of a glossary, in bytes",
            {.min = 1, .max = kMaxGlossaryBytes});
  AddNumber(
      app, "--max-glossary-terms", glossaries.limits.max_terms,
      "Maximum number of terms in the file of a glossary, summed over its "
      "pairs of languages",
      {.min = 1, .max = kMaxGlossaryTerms});
  AddNumber(app, "--max-glossaries", glossaries.max_per_owner,
            "Maximum number of glossaries that the clients with one token make "
            "(0: clients make none)",
            {.min = 0, .max = kMaxCount});
}

void AddQuota(CLI::App& app, ServerOptions& options) {
  AddNumber(app, "--quota", options.quota.characters,
            "Maximum number of characters that the clients with one token may "
            "have translated in a calendar month of UTC (0: unlimited). "
            "Without --token-file, all clients share the quota",
            {.min = 0, .max = kMaxCount});
  AddFlag(app, "--quota-file", options.quota.file,
          "File that keeps the counts of --quota over a restart. Each server "
          "needs a separate file (empty: a restart resets the counts)")
      ->type_name("FILE");
}

void AddLimits(CLI::App& app, ServerOptions& options) {
  AddNumber(app, "--queue-jobs", options.queue.max_jobs,
            "Maximum number of sentences that wait for a slot of a model",
            {.min = 1, .max = kMaxCount});
  AddNumber(app, "--queue-tokens", options.queue.max_tokens,
            "Maximum number of source tokens that wait for a slot of a model",
            {.min = 1, .max = kMaxCount});
  AddNumber(app, "--cache-bytes", options.cache_bytes,
            "Memory for the latest results of each model, in bytes. The server "
            "translates equal texts once (0 disables)",
            {.min = 0, .max = kMaxCount});
  AddNumber(app, "--max-texts", options.request.max_texts,
            "Maximum number of texts in one request",
            {.min = 1, .max = kMaxCount});
  AddNumber(app, "--max-stream-texts", options.request.max_stream_texts,
            "Maximum number of texts in flight on one stream. A text counts "
            "about once for each sentence. The server stops reading the stream "
            "at this number",
            {.min = 1, .max = kMaxCount});
  AddNumber(app, "--max-text-bytes", options.request.max_text_bytes,
            "Maximum size of one text, in bytes", {.min = 1, .max = kMaxCount});
  AddNumber(app, "--max-response-bytes", options.request.max_response_bytes,
            "Maximum size of a response, in bytes. Attention weights do not "
            "count. A client that states what it accepts has its own maximum, "
            "with which they count",
            {.min = kMinMessageBytes, .max = kMaxMessageBytes});
  AddNumber(app, "--max-attention-weights",
            options.request.max_attention_weights,
            "Maximum number of attention weights in one response, 4 bytes "
            "each, shared equally by its texts. Clients must accept messages "
            "of that size",
            {.min = 1, .max = kMaxAttentionWeights});
  AddNumber(app, "--max-calls", options.max_calls,
            "Maximum number of concurrent streams and calls that translate, "
            "detect a language or use Google's or DeepL's interface",
            {.min = 1, .max = kMaxCount});
  AddNumber(app, "--max-attention-requests", options.max_attention_requests,
            "Maximum number of concurrent requests and stream messages that "
            "ask for attention weights, because their responses are large",
            {.min = 1, .max = kMaxCount});
  AddNumber(app, "--max-message-bytes", options.max_message_bytes,
            "Maximum size of one request message, in bytes",
            {.min = kMinMessageBytes, .max = kMaxMessageBytes});
  AddNumber(app, "--max-received-bytes", options.max_received_bytes,
            "Maximum size of all request messages that the server receives or "
            "translates at one time, in bytes, at least --max-message-bytes. "
            "Translate calls without room wait up to 5 seconds",
            {.min = kMinMessageBytes, .max = kMaxCount});
}

void AddSecurity(CLI::App& app, ServerOptions& options) {
  AddFile(app, "--tls-certificate", options.tls.certificate,
          "PEM file of the server's certificate, followed by the certificates "
          "that sign it. Enables TLS");
  AddFile(app, "--tls-key", options.tls.key,
          "PEM file of the certificate's private key");
  AddFile(app, "--tls-client-ca", options.tls.client_ca,
          "PEM file of certificate authorities. Enables mutual TLS: the server "
          "accepts only clients whose certificate one of them signed");
  AddSeconds(app, "--tls-reload", options.tls.reload_interval,
             "Interval between looks for changed TLS files", 1);
  AddFile(app, "--token-file", options.token_file,
          "File of bearer tokens. Every call except health checks, reflection "
          "and some HTTP routes must carry one of them. SIGHUP reads the file "
          "again");
  app.add_flag("--plaintext-tokens", options.plaintext_tokens,
               "Accept tokens without TLS from other machines. Use it if a "
               "proxy encrypts the connections");
}

void AddConnections(CLI::App& app, ServerOptions& options) {
  AddSeconds(app, "--drain-timeout", options.drain_timeout,
             "Time that accepted requests have to finish after SIGTERM");
  AddSeconds(app, "--keepalive-time", options.connections.keepalive_time,
             "Ping a connection that was silent for this time (0 disables)");
  AddSeconds(app, "--keepalive-timeout", options.connections.keepalive_timeout,
             "Close a connection that does not answer a ping for this time");
  AddSeconds(app, "--max-connection-age", options.connections.max_age,
             "Close connections at this age, so that clients find new "
             "replicas (0: unlimited)");
  AddSeconds(app, "--max-connection-age-grace",
             options.connections.max_age_grace,
             "Time that the calls of such a connection have to finish");
  AddChoice(app, "--log-level", options.log_level, "Lowest level to log",
            {"debug", "info", "warning", "error"});
  AddChoice(app, "--log-format", options.log_format, "Format of log lines",
            {"text", "json"});
}

void AddHttp(CLI::App& app, HttpOptions& http) {
  AddChoice(app, "--http-page", http.page,
            "Whether the HTTP service has a web page at /", {"on", "off"});
  app.add_option("--http-cors-origin", http.cors_origins,
                 "Origins whose web pages may call the HTTP service, such as "
                 "https://example.org, divided by commas; * permits all")
      ->type_name("ORIGINS")
      ->delimiter(',');
  AddNumber(app, "--http-max-connections", http.max_connections,
            "Maximum number of HTTP connections. Further ones wait",
            {.min = 1, .max = kMaxCount});
  AddSeconds(app, "--http-idle-timeout", http.idle_timeout,
             "Close an HTTP connection without a request for this time",
             /*min=*/1);
  AddSeconds(app, "--http-read-timeout", http.read_timeout,
             "Time in which the headers of an HTTP request must arrive, and "
             "then its body",
             /*min=*/1);
  AddSeconds(app, "--http-write-timeout", http.write_timeout,
             "Close an HTTP connection whose client accepts no byte of a "
             "response for this time",
             /*min=*/1);
}

void AddOptions(CLI::App& app, ServerOptions& options, std::string& config) {
  app.set_version_flag("--version",
                       std::string("interpres-server ") + kVersion);
  AddFile(app, "--config", config, "Read options from a TOML or INI file");
  app.get_option("--config")->configurable(false);
  AddModels(app, options);
  AddAddresses(app, options);
  AddThreads(app, options);
  AddSecurity(app, options);
  AddRequestDefaults(app, options);
  AddGlossaries(app, options);
  AddQuota(app, options);
  AddLimits(app, options);
  AddConnections(app, options);
  AddHttp(app, options.http);
}

// `config` may come from the environment.
absl::Status ReadOtherSources(const std::string& config, CLI::App& app) {
  INTERPRES_RETURN_IF_ERROR(ReadEnvironment(MayBeEmpty(), app));
  return config.empty() ? absl::OkStatus() : ReadConfigFile(config, app);
}

std::vector<std::string> NamesInEnvironment() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  return names;
}

CommandLine Information(const CLI::Success& request, CLI::App& app) {
  ShowVariablesInHelp(app);
  std::ostringstream out;
  app.exit(request, out, out);
  return {.output = out.str()};
}

CommandLine UsageError(absl::string_view message) {
  return {.output = absl::StrCat(message,
                                 "\nRun with --help for more information.\n"),
          .exit_code = kUsageError};
}

}  // namespace

CommandLine ParseCommandLine(int argc, const char* const* argv) {
  ServerOptions options;
  std::string config;
  CLI::App app(
      "Serves translation models over gRPC (interpres.v1."
      "TranslationService).\nEvery option is also an environment variable "
      "(--queue-jobs: INTERPRES_QUEUE_JOBS)\nand a key of the --config file "
      "(queue-jobs = 100). Flags override the environment,\nwhich overrides "
      "the file.",
      "interpres-server");
  AddOptions(app, options, config);
  // CLI11 reports by exceptions, including help and version.
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    return Information(request, app);
  } catch (const CLI::ParseError& error) {
    return UsageError(MessageOf(error));
  }
  const absl::Status read = ReadOtherSources(config, app);
  if (!read.ok()) {
    return UsageError(read.message());
  }
  if (options.models.empty() && options.model_repository.empty()) {
    return UsageError(
        "--model is missing; expected a model directory; set --model or "
        "--model-repository");
  }
  if (options.max_resident_models > 0 && options.model_repository.empty()) {
    return UsageError(absl::StrCat(
        "--max-resident-models is ", options.max_resident_models,
        "; expected 0 without --model-repository; set --model-repository, or "
        "leave --max-resident-models out"));
  }
  if (options.max_received_bytes < options.max_message_bytes) {
    return UsageError(absl::StrCat(
        "--max-received-bytes is ", options.max_received_bytes,
        "; expected at least --max-message-bytes, which is ",
        options.max_message_bytes,
        "; increase --max-received-bytes or decrease --max-message-bytes"));
  }
  return {.options = options,
          .unknown_variables = FindUnknownVariables(NamesInEnvironment(),
                                                    EnvironmentNames(app))};
}

}  // namespace interpres
