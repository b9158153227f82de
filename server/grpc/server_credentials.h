// Credentials of the gRPC ports: TLS, mutual TLS, or no TLS.

#ifndef INTERPRES_SERVER_GRPC_SERVER_CREDENTIALS_H_
#define INTERPRES_SERVER_GRPC_SERVER_CREDENTIALS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "server/security/tls_files.h"

namespace interpres {

// Returns credentials for a gRPC server. Null `files` mean no TLS. The files
// must outlive the credentials and all servers that use them. Servers use new
// content one or two seconds after TlsFiles::Reload has read it. If the files
// have certificate authorities for clients, each client must show a
// certificate.
std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(
    const TlsFiles* files);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_SERVER_CREDENTIALS_H_
