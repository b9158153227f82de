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

void AddConnectionFlags(CLI::App& app, ConnectionFlags& flags);

// Sets the options that the flags, or for the token INTERPRES_TOKEN, name. The
// errors of ReadToken.
absl::Status ApplyConnectionFlags(const ConnectionFlags& flags,
                                  ClientOptions& options);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CONNECTION_FLAGS_H_
