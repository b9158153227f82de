// How the gRPC ports are secured: TLS, mutual TLS, or not at all.

#ifndef INTERPRES_SERVER_GRPC_SERVER_CREDENTIALS_H_
#define INTERPRES_SERVER_GRPC_SERVER_CREDENTIALS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "server/security/tls_files.h"

namespace interpres {

// `files`: null for no TLS; else they outlive the credentials and all servers
// with them, which see changed ones after a second or two. Clients must show a
// certificate where there are authorities for it.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(
    const TlsFiles* files);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_SERVER_CREDENTIALS_H_
