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

// Add the flags to `app`. `flags` must outlive the parsing.
void AddServerFlags(CLI::App& app, ServerFlags& flags);
void AddConnectionFlags(CLI::App& app, ConnectionFlags& flags);

// Set the fields of `options` that the flags name. The token comes from the
// token file, or from the environment variable INTERPRES_TOKEN if no file is
// named. Return the errors of ReadToken.
absl::Status ApplyConnectionFlags(const ConnectionFlags& flags,
                                  ClientOptions& options);
absl::Status ApplyServerFlags(const ServerFlags& flags, ClientOptions& options);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CONNECTION_FLAGS_H_
