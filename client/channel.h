// The connection to the server: its address, TLS and the token.

#ifndef INTERPRES_CLIENT_CHANNEL_H_
#define INTERPRES_CLIENT_CHANNEL_H_

#include <grpcpp/channel.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace interpres {

struct ChannelOptions {
  // The address of the server: `HOST:PORT`, or another target that gRPC
  // resolves (`dns:///translate.example:50051`, `unix:/run/interpres.sock`).
  std::string server = "127.0.0.1:50051";

  // Whether to use TLS. The other TLS options need it.
  bool tls = false;
  // PEM file of the certificate authorities that may sign the server's
  // certificate. Empty means the authorities of the system.
  std::string ca;
  // PEM files of the client's certificate and private key, for mutual TLS. Both
  // are empty, or both are given.
  std::string certificate;
  std::string key;
  // The name in the server's certificate. Empty means the host of `server`.
  std::string server_name;

  // Whether the channel has its own connection. If false, the channels of one
  // process to the same address share a connection.
  bool own_connection = false;
};

// Returns a channel that connects with its first call. Returns INVALID_ARGUMENT
// if CheckServerAddress rejects the address or an option lacks its companion,
// NOT_FOUND if a file cannot be read.
absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(
    const ChannelOptions& options);

// Returns `token` without the white space at its ends. Returns INVALID_ARGUMENT
// if the rest is empty or has a character that is not printable ASCII. Such
// metadata would make gRPC print the token and end the process. The error
// message names `source` and never the token.
absl::StatusOr<std::string> CleanToken(std::string token,
                                       const std::string& source);

// Returns the token in `file`, without the white space at its ends. Returns
// NOT_FOUND if the file cannot be read, and the errors of CleanToken.
absl::StatusOr<std::string> ReadToken(const std::string& file);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CHANNEL_H_
