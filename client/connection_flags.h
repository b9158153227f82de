// The flags of every command that talks to a server.

#ifndef INTERPRES_CLIENT_CONNECTION_FLAGS_H_
#define INTERPRES_CLIENT_CONNECTION_FLAGS_H_

#include <CLI/App.hpp>
#include <string>

#include "absl/status/status.h"
#include "client/translation_client.h"

namespace interpres {

// The flags of `interpres` and of `interpres-bench`.
struct ConnectionFlags {
  ChannelOptions channel;
  double timeout_seconds = 60.0;
  std::string client_name;
  std::string token_file;
};

// The flags of every command of `interpres`.
struct ServerFlags {
  ConnectionFlags connection;
  // RetryPolicy::max_attempts.
  int attempts = RetryPolicy().max_attempts;
  bool json = false;
};

// Adds the flags of ServerFlags and of ConnectionFlags to `app`. `flags` must
// outlive the parsing, which sets its fields.
void AddServerFlags(CLI::App& app, ServerFlags& flags);
// Adds the flags of ConnectionFlags to `app`. `flags` must outlive the parsing,
// which sets its fields.
void AddConnectionFlags(CLI::App& app, ConnectionFlags& flags);

// Copies the values of `flags` to the channel, the timeout, the name and the
// token of `options`. The token comes from the token file, or from the
// environment variable INTERPRES_TOKEN if `flags` names no file. Without both,
// leaves the token unchanged. Returns the errors of ReadToken.
absl::Status ApplyConnectionFlags(const ConnectionFlags& flags,
                                  ClientOptions& options);
// Does what ApplyConnectionFlags does, and also sets the maximum number of
// attempts of `options`. Returns the errors of ReadToken.
absl::Status ApplyServerFlags(const ServerFlags& flags, ClientOptions& options);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CONNECTION_FLAGS_H_
