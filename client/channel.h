// The connection to the server: its address, TLS and the token.

#ifndef INTERPRES_CLIENT_CHANNEL_H_
#define INTERPRES_CLIENT_CHANNEL_H_

#include <grpcpp/channel.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace interpres {

struct ChannelOptions {
  // The address of the server, `host:port`; any target that gRPC resolves
  // (`dns:///translate.example:50051`, `unix:/run/interpres.sock`).
  std::string server = "127.0.0.1:50051";

  // Whether to speak TLS. The server's certificate is checked against the
  // system's authorities, or those of the PEM file `ca`.
  bool tls = false;
  std::string ca;
  // For mutual TLS: PEM files of the client's certificate and key.
  std::string certificate;
  std::string key;
  // The name in the server's certificate, if it is not that of the address.
  std::string server_name;

  // Whether to open a connection of its own. Clients of one process otherwise
  // share one to the same address.
  bool own_connection = false;
};

// Returns a channel that connects with its first call. Returns INVALID_ARGUMENT
// if CheckServerAddress rejects the address or an option lacks its companion,
// NOT_FOUND if a file cannot be read.
absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(
    const ChannelOptions& options);

// A token without white space at its ends. INVALID_ARGUMENT, which names
// `source` but never the token, if none is left, or a character that metadata
// cannot have: gRPC would end the process and print it.
absl::StatusOr<std::string> CleanToken(std::string token,
                                       const std::string& source);

// The token in a file. Also NOT_FOUND.
absl::StatusOr<std::string> ReadToken(const std::string& file);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CHANNEL_H_
