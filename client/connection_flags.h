// The flags of every command that talks to a server.

#ifndef INTERPRES_CLIENT_CONNECTION_FLAGS_H_
#define INTERPRES_CLIENT_CONNECTION_FLAGS_H_

#include <CLI/App.hpp>
#include <string>

#include "absl/status/status.h"
#include "client/translation_client.h"

namespace interpres {

struct ConnectionFlags {
  ChannelOptions channel;
  double timeout_seconds = 60.0;
  std::string client_name;
  std::string token_file;
};

// The flags of the commands of `interpres`.
struct ServerFlags {
  ConnectionFlags connection;
  int attempts = RetryPolicy().max_attempts;
  bool json = false;
};

// Add the flags to `app`. `flags` must outlive the parsing.
void AddServerFlags(CLI::App& app, ServerFlags& flags);
void AddConnectionFlags(CLI::App& app, ConnectionFlags& flags);

// Sets the options that the flags, or for the token INTERPRES_TOKEN, name. The
// errors of ReadToken.
absl::Status ApplyConnectionFlags(const ConnectionFlags& flags,
                                  ClientOptions& options);
absl::Status ApplyServerFlags(const ServerFlags& flags, ClientOptions& options);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CONNECTION_FLAGS_H_
