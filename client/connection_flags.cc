#include "client/connection_flags.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace interpres {
namespace {

// Returns "" if `value` may be sent as metadata, and an error otherwise.
std::string CheckMetadata(const std::string& value) {
  return IsMetadataValue(value)
             ? ""
             : "the value is not printable ASCII without spaces";
}

}  // namespace

void AddConnectionFlags(CLI::App& app, ConnectionFlags& flags) {
  ChannelOptions& channel = flags.channel;
  constexpr const char* kGroup = "Connection";
  app.add_option("--server,-s", channel.server,
                 "Address of the server, HOST:PORT")
      ->envname("INTERPRES_SERVER")
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--timeout", flags.timeout_seconds,
                 "Maximum number of seconds for one call or one line, retries "
                 "included, and for a server that is away")
      ->check(CLI::Range(0.001, 86400.0))
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("--tls", channel.tls, "Use TLS")
      ->envname("INTERPRES_TLS")
      ->group(kGroup);
  app.add_option(
         "--tls-ca", channel.ca,
         "PEM file of the certificate authorities to trust; default: the "
         "system's")
      ->envname("INTERPRES_TLS_CA")
      ->group(kGroup);
  app.add_option("--tls-certificate", channel.certificate,
                 "PEM file of the client's certificate, for mutual TLS")
      ->envname("INTERPRES_CLIENT_CERTIFICATE")
      ->group(kGroup);
  app.add_option("--tls-key", channel.key,
                 "PEM file of the private key of the client's certificate")
      ->envname("INTERPRES_CLIENT_KEY")
      ->group(kGroup);
  app.add_option("--tls-server-name", channel.server_name,
                 "Name in the server's certificate, if it differs from the "
                 "host of the address")
      ->envname("INTERPRES_TLS_SERVER_NAME")
      ->group(kGroup);
  app.add_option("--client-name", flags.client_name,
                 "Name of this client, for a server that shares its work "
                 "among clients and asks for no token; default: the host")
      ->envname("INTERPRES_CLIENT_NAME")
      ->check(CheckMetadata)
      ->group(kGroup);
  app.add_option("--token-file", flags.token_file,
                 "File with the bearer token to send; the environment "
                 "variable INTERPRES_TOKEN may hold the token itself")
      ->envname("INTERPRES_CLIENT_TOKEN_FILE")
      ->group(kGroup);
}

void AddServerFlags(CLI::App& app, ServerFlags& flags) {
  AddConnectionFlags(app, flags.connection);
  app.add_option("--attempts", flags.attempts,
                 "Maximum number of attempts while the server is unavailable; "
                 "0 means unlimited, until --timeout. While the queue of the "
                 "server is full, attempts always continue until --timeout. 1 "
                 "disables all retries")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  app.add_flag("--json", flags.json, "Print one JSON object per line");
}

absl::Status ApplyConnectionFlags(const ConnectionFlags& flags,
                                  ClientOptions& options) {
  options.channel = flags.channel;
  options.timeout = std::chrono::milliseconds(
      static_cast<int64_t>(flags.timeout_seconds * 1000.0));
  options.name = flags.client_name;
  // The token itself has no flag, because other users can see command lines.
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment.
  const char* variable = std::getenv("INTERPRES_TOKEN");
  const std::string token = variable == nullptr ? "" : variable;
  if (token.empty() && flags.token_file.empty()) {
    return absl::OkStatus();
  }
  absl::StatusOr<std::string> clean = flags.token_file.empty()
                                          ? CleanToken(token, "INTERPRES_TOKEN")
                                          : ReadToken(flags.token_file);
  if (!clean.ok()) {
    return clean.status();
  }
  options.token = *std::move(clean);
  return absl::OkStatus();
}

absl::Status ApplyServerFlags(const ServerFlags& flags,
                              ClientOptions& options) {
  options.retry.max_attempts = flags.attempts;
  return ApplyConnectionFlags(flags.connection, options);
}

}  // namespace interpres
