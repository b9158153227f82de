// Tested by server_security_test.cc, over real connections.

#include "server/grpc/server_credentials.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

namespace interpres {
namespace {

// Interval of gRPC's looks at the copies. They are in memory, so reading them
// is cheap.
constexpr unsigned int kRefreshSeconds = 1;

}  // namespace

std::shared_ptr<grpc::ServerCredentials> MakeServerCredentials(
    const TlsFiles* files) {
  if (files == nullptr) {
    return grpc::InsecureServerCredentials();
  }
  grpc::experimental::TlsServerCredentialsOptions tls(
      std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
          files->key_pair_path(), files->key_pair_path(),
          files->client_ca_path(), kRefreshSeconds));
  tls.watch_identity_key_cert_pairs();
  if (!files->client_ca_path().empty()) {
    tls.watch_root_certs();
    tls.set_cert_request_type(
        GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return grpc::experimental::TlsServerCredentials(tls);
}

}  // namespace interpres
