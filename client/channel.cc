#include "client/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/server_address.h"
#include "model/base/read_file.h"

namespace interpres {
namespace {

// gRPC waits a second before it reconnects by default. Here the wait is
// shorter, because client/retry_policy.h already spaces the attempts. The
// minimum wait of gRPC keeps its default. It is also the time that one attempt
// to connect may last, and 50 ms are too short on a busy machine.
constexpr int kReconnectInitialMs = 50;
constexpr int kReconnectMaxMs = 2000;

absl::StatusOr<std::string> ReadCredential(const std::string& path) {
  absl::StatusOr<std::string> contents = ReadStream(path);
  if (!contents.ok() || contents->empty()) {
    return absl::NotFoundError(absl::StrCat(
        "cannot read ", path, ": ",
        contents.ok() ? "the file is empty" : contents.status().message(),
        "; check the path, the permissions and the content of the file"));
  }
  return contents;
}

// Reads the file at `path` into `contents`. Does nothing if `path` is empty.
absl::Status ReadInto(const std::string& path, std::string& contents) {
  if (path.empty()) {
    return absl::OkStatus();
  }
  absl::StatusOr<std::string> read = ReadCredential(path);
  if (!read.ok()) {
    return read.status();
  }
  contents = *std::move(read);
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> MakeCredentials(
    const ChannelOptions& options) {
  const bool has_tls_files =
      !options.ca.empty() || !options.certificate.empty() ||
      !options.key.empty() || !options.server_name.empty();
  if (!options.tls) {
    if (has_tls_files) {
      return absl::InvalidArgumentError(
          "--tls is absent; expected --tls with the other TLS options; add "
          "--tls, or remove them");
    }
    return grpc::InsecureChannelCredentials();
  }
  if (options.certificate.empty() != options.key.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.key.empty() ? "--tls-key" : "--tls-certificate",
                     " is absent; expected a certificate and its private key "
                     "for mutual TLS; give both, or remove both"));
  }
  grpc::SslCredentialsOptions tls;
  absl::Status status = ReadInto(options.ca, tls.pem_root_certs);
  status.Update(ReadInto(options.certificate, tls.pem_cert_chain));
  status.Update(ReadInto(options.key, tls.pem_private_key));
  if (!status.ok()) {
    return status;
  }
  return grpc::SslCredentials(tls);
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>> MakeChannel(
    const ChannelOptions& options) {
  if (absl::Status status = CheckServerAddress(options.server); !status.ok()) {
    return status;
  }
  absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> credentials =
      MakeCredentials(options);
  if (!credentials.ok()) {
    return credentials.status();
  }
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxResponseBytes);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kReconnectInitialMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kReconnectMaxMs);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL,
                   options.own_connection ? 1 : 0);
  if (!options.server_name.empty()) {
    arguments.SetSslTargetNameOverride(options.server_name);
  }
  return grpc::CreateCustomChannel(options.server, *credentials, arguments);
}

bool IsMetadataValue(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c));
  });
}

absl::StatusOr<std::string> CleanToken(std::string token,
                                       const std::string& source) {
  absl::StripAsciiWhitespace(&token);
  if (token.empty() || !IsMetadataValue(token)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "token in ", source,
        " is malformed; expected one token of printable ASCII without spaces; "
        "correct the token"));
  }
  return token;
}

absl::StatusOr<std::string> ReadToken(const std::string& file) {
  absl::StatusOr<std::string> contents = ReadCredential(file);
  if (!contents.ok()) {
    return contents.status();
  }
  return CleanToken(*std::move(contents), file);
}

}  // namespace interpres
