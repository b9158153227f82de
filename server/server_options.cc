#include "server/server_options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <istream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "model/engine/translation_model.h"
#include "server/metrics/build_info.h"

namespace interpres {
namespace {

constexpr int kUsageError = 2;
constexpr int64_t kDay = 86400;
constexpr int64_t kMany = int64_t{1} << 40;

// --queue-jobs is INTERPRES_QUEUE_JOBS.
std::string EnvironmentName(const std::string& flag) {
  std::string name = "INTERPRES_";
  for (const char c : flag.substr(2)) {
    name.push_back(c == '-' ? '_'
                            : static_cast<char>(
                                  std::toupper(static_cast<unsigned char>(c))));
  }
  return name;
}

constexpr const char* kConfigVariable = "INTERPRES_CONFIG";

// Empty: not set, or empty, which means the same.
std::string FromEnvironment(const std::string& name) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment.
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

// Reads the file without what the environment says, too: CLI11 asks the
// environment only for options that the file does not have.
class FileBelowEnvironment : public CLI::ConfigTOML {
 public:
  explicit FileBelowEnvironment(const CLI::App& app) : app_(app) {}

  std::vector<CLI::ConfigItem> from_config(std::istream& file) const override {
    std::vector<CLI::ConfigItem> kept = CLI::ConfigTOML::from_config(file);
    std::erase_if(kept, [this](const CLI::ConfigItem& item) {
      return IsInEnvironment(item.fullname());
    });
    return kept;
  }

 private:
  bool IsInEnvironment(const std::string& key) const {
    const CLI::Option* option = app_.get_option_no_throw("--" + key);
    return option != nullptr && !FromEnvironment(option->get_envname()).empty();
  }

  const CLI::App& app_;
};

template <typename T>
CLI::Option* Add(CLI::App& app, const std::string& flag, T& value,
                 const std::string& help) {
  return app.add_option(flag, value, help)
      ->envname(EnvironmentName(flag))
      ->capture_default_str();
}

struct Bounds {
  int64_t least;
  int64_t most;
};

template <typename T>
void AddNumber(CLI::App& app, const std::string& flag, T& value,
               const std::string& help, Bounds bounds) {
  Add(app, flag, value, help)->check(CLI::Range(bounds.least, bounds.most));
}

void AddSeconds(CLI::App& app, const std::string& flag,
                std::chrono::seconds& value, const std::string& help,
                int64_t least = 0) {
  app.add_option_function<int64_t>(
         flag,
         [&value](const int64_t& seconds) {
           value = std::chrono::seconds(seconds);
         },
         help)
      ->envname(EnvironmentName(flag))
      ->default_str(std::to_string(value.count()))
      ->type_name("SECONDS")
      ->check(CLI::Range(least, kDay));
}

void AddServing(CLI::App& app, ServerOptions& options) {
  app.add_option("--model", options.models,
                 "Directory of a checkpoint, or of its versions (DIR/1, "
                 "DIR/2, ...), of which the highest good one is served; may be "
                 "given several times")
      ->envname(EnvironmentName("--model"))
      ->allow_extra_args(false)
      ->type_name("DIR");
  Add(app, "--model-repository", options.model_repository,
      "Directory of models: DIR/NAME is what --model takes")
      ->type_name("DIR");
  AddSeconds(app, "--watch-models", options.watch_models,
             "Look for changed models this often, as SIGHUP does (0: never)");
  Add(app, "--compute-type", options.compute_type,
      "Arithmetic of the matrix products; auto: the fastest that this CPU has "
      "and the model's golden sentences allow")
      ->check(CLI::IsMember(ComputeTypeNames()));
  Add(app, "--address", options.address,
      "Where to listen (host:port; port 0 picks one)");
  Add(app, "--metrics-address", options.metrics_address,
      "Where to serve /metrics (host:port; empty: nowhere)");
  Add(app, "--admin-address", options.admin_address,
      "Where to serve interpres.v1.AdminService (host:port; empty: nowhere)");
  AddNumber(app, "--workers", options.workers,
            "Decoding threads of each model (0: one per CPU this process may "
            "use)",
            {.least = 0, .most = 1024});
  AddNumber(app, "--slots", options.slots,
            "Sentences that decode at once in a worker (0: as many as suit "
            "the model)",
            {.least = 0, .most = 4096});
  AddNumber(app, "--rows", options.rows,
            "Hypotheses that decode at once in a worker (0: 4 per slot)",
            {.least = 0, .most = 65536});
  AddNumber(app, "--text-threads", options.text_threads,
            "Threads that tokenise and detokenise (0: up to two)",
            {.least = 0, .most = 256});
}

void AddLimits(CLI::App& app, ServerOptions& options) {
  AddNumber(app, "--queue-jobs", options.queue.max_jobs,
            "Texts that may wait for a slot of a model",
            {.least = 1, .most = kMany});
  AddNumber(app, "--queue-tokens", options.queue.max_tokens,
            "Source tokens that may wait for a slot of a model",
            {.least = 1, .most = kMany});
  AddNumber(app, "--cache-bytes", options.cache_bytes,
            "Memory for the latest results of each model, so that equal texts "
            "are translated once; 0: every text is translated anew",
            {.least = 0, .most = kMany});
  AddNumber(app, "--max-texts", options.request.max_texts,
            "Texts in one request", {.least = 1, .most = kMany});
  AddNumber(app, "--max-stream-texts", options.request.max_stream_texts,
            "Texts in flight on one stream before the server stops reading it",
            {.least = 1, .most = kMany});
  AddNumber(app, "--max-text-bytes", options.request.max_text_bytes,
            "Bytes of one text", {.least = 1, .most = kMany});
  AddNumber(app, "--max-attention-weights",
            options.request.max_attention_weights,
            "Attention weights of one response, 4 bytes each; its texts have "
            "equal shares. Clients must take messages of that size",
            {.least = 1, .most = int64_t{1} << 28});
  AddNumber(app, "--max-calls", options.max_calls,
            "Translate requests and streams at once",
            {.least = 1, .most = kMany});
  AddNumber(app, "--max-attention-requests", options.max_attention_requests,
            "Requests, or messages of streams, that want attention weights, at "
            "once: their answers are large",
            {.least = 1, .most = kMany});
  AddNumber(app, "--max-message-bytes", options.max_message_bytes,
            "Bytes of one request message",
            {.least = 1024, .most = std::numeric_limits<int32_t>::max()});
  AddNumber(app, "--max-received-bytes", options.max_received_bytes,
            "Bytes of all request messages that are being received or "
            "tokenised; at least --max-message-bytes. Calls beyond it wait, "
            "then are refused",
            {.least = 1024, .most = kMany});
}

void AddSecurity(CLI::App& app, ServerOptions& options) {
  Add(app, "--tls-certificate", options.tls.certificate,
      "Serve gRPC over TLS: PEM file of the server's certificate and of those "
      "that sign it")
      ->type_name("FILE");
  Add(app, "--tls-key", options.tls.key, "PEM file of its private key")
      ->type_name("FILE");
  Add(app, "--tls-client-ca", options.tls.client_ca,
      "Mutual TLS: accept clients with a certificate that one of this PEM file "
      "signed, and no others")
      ->type_name("FILE");
  AddSeconds(app, "--tls-reload", options.tls.reload_interval,
             "Look for changed TLS files this often", 1);
  Add(app, "--token-file", options.token_file,
      "Accept calls with a bearer token of this file, and no others; SIGHUP "
      "reads it again")
      ->type_name("FILE");
  app.add_flag("--plaintext-tokens", options.plaintext_tokens,
               "Accept tokens without TLS from other machines too, where "
               "something else encrypts the connections")
      ->envname(EnvironmentName("--plaintext-tokens"));
}

void AddConnections(CLI::App& app, ServerOptions& options) {
  AddSeconds(app, "--drain-timeout", options.drain_timeout,
             "How long accepted work may take after SIGTERM");
  AddSeconds(app, "--keepalive-time", options.keepalive_time,
             "Ping a silent connection after this time (0: never)");
  AddSeconds(app, "--keepalive-timeout", options.keepalive_timeout,
             "Close it when a ping is not answered for this time");
  AddSeconds(app, "--max-connection-age", options.max_connection_age,
             "Close connections gently at this age (0: never)");
  AddSeconds(app, "--max-connection-age-grace",
             options.max_connection_age_grace,
             "How long their calls may still take");
  Add(app, "--log-level", options.log_level, "How much to log")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
  Add(app, "--log-format", options.log_format, "How to log")
      ->check(CLI::IsMember({"text", "json"}));
}

}  // namespace

CommandLine ParseCommandLine(int argc, const char* const* argv) {
  ServerOptions options;
  CLI::App app(
      "Serves translation models over gRPC (interpres.v1."
      "TranslationService).\nEvery option is also an environment variable "
      "(--queue-jobs: INTERPRES_QUEUE_JOBS)\nand a key of the --config file "
      "(queue-jobs = 100).",
      "interpres-server");
  app.set_version_flag("--version",
                       std::string("interpres-server ") + kVersion);
  // CLI11 reads the file before it asks the environment for its name.
  const std::string file = FromEnvironment(kConfigVariable);
  app.set_config("--config", file, "Read options from a TOML or INI file",
                 /*config_required=*/!file.empty())
      ->envname(kConfigVariable);
  app.config_formatter(std::make_shared<FileBelowEnvironment>(app));
  app.allow_config_extras(CLI::config_extras_mode::error);
  AddServing(app, options);
  AddSecurity(app, options);
  AddLimits(app, options);
  AddConnections(app, options);

  CommandLine command_line;
  // CLI11 reports by exceptions, help and version included.
  try {
    app.parse(argc, argv);
    if (options.models.empty() && options.model_repository.empty()) {
      command_line.output =
          "--model is required, or --model-repository\n"
          "Run with --help for more information.\n";
      command_line.exit_code = kUsageError;
    } else if (options.max_received_bytes < options.max_message_bytes) {
      command_line.output =
          "--max-received-bytes is " +
          std::to_string(options.max_received_bytes) +
          "; expected at least --max-message-bytes, which is " +
          std::to_string(options.max_message_bytes) +
          "; increase the former or decrease the latter\n";
      command_line.exit_code = kUsageError;
    } else {
      command_line.options = options;
    }
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    const int code = app.exit(error, out, out);
    command_line.output = out.str();
    command_line.exit_code = code == 0 ? 0 : kUsageError;
  }
  return command_line;
}

}  // namespace interpres
