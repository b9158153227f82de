// How the gRPC port is secured: TLS, mutual TLS, or not at all.

#ifndef INTERPRES_SERVER_RPC_SERVER_CREDENTIALS_H_
#define INTERPRES_SERVER_RPC_SERVER_CREDENTIALS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "absl/status/statusor.h"
#include "server/security/tls_options.h"

namespace interpres {

// INVALID_ARGUMENT or NOT_FOUND if an option lacks its companion or a file
// cannot be served (server/security/pem_file.h). Logs until when the
// certificate is valid.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MakeServerCredentials(
    const TlsOptions& options);

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_SERVER_CREDENTIALS_H_
