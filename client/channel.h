// The connection to the server: its address, TLS and the token.

#ifndef INTERPRES_CLIENT_CHANNEL_H_
#define INTERPRES_CLIENT_CHANNEL_H_

#include <grpcpp/channel.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

// Maximum size, in bytes, of a message that a channel receives.
inline constexpr int kMaxResponseBytes = 64 << 20;

struct ChannelOptions {
  // The address of the server: `HOST:PORT`, or another target that gRPC
  // resolves (`dns:///translate.example:50051`, `unix:/run/interpres.sock`).
  std::string server = "127.0.0.1:50051";

  // Whether to use TLS. If false, `ca`, `certificate`, `key` and `server_name`
  // must be empty.
  bool tls = false;
  // PEM file of the certificate authorities that may sign the server's
  // certificate. Empty means the authorities of the system.
  std::string ca;
  // PEM file of the client's certificate, for mutual TLS. Empty means that the
  // client sends no certificate. `key` must be empty if and only if this field
  // is empty.
  std::string certificate;
  // PEM file of the private key of the client's `certificate`, for mutual TLS.
  // Must be empty if and only if `certificate` is empty.
  std::string key;
  // The name that the server's certificate must have. Empty means the host of
  // `server`.
  std::string server_name;

  // Whether the channel has its own connection. If false, gRPC may share a
  // connection between channels of this process to the same address.
  bool own_connection = false;
};

// Returns a channel that connects with its first call. Returns INVALID_ARGUMENT
// if CheckServerAddress rejects the address or the TLS options do not fit
// together (see ChannelOptions). Returns NOT_FOUND if a file cannot be read or
// is empty. Does not check that the content of a file is PEM.
absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(
    const ChannelOptions& options);

// Returns whether `value` consists of printable ASCII without spaces, so that a
// call can send the value as metadata. Also true for an empty value. gRPC ends
// a process that sends other bytes than printable ASCII. Thread-safe.
bool IsMetadataValue(std::string_view value);

// Returns `token` without the white space at its ends. Returns INVALID_ARGUMENT
// if the rest is empty or has a space or another character that is not
// printable ASCII. Otherwise gRPC could print the token and end the process.
// The error message names `source`, the origin of the token, and never the
// token.
absl::StatusOr<std::string> CleanToken(std::string token,
                                       const std::string& source);

// Returns the token in `file`, without the white space at its ends. Returns
// NOT_FOUND if the file cannot be read or is empty. Returns INVALID_ARGUMENT if
// the token is empty or has a space or another character that is not printable
// ASCII. No message has the token.
absl::StatusOr<std::string> ReadToken(const std::string& file);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_CHANNEL_H_
