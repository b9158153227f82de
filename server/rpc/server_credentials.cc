// Tested by server_security_test.cc, over real connections.

#include "server/rpc/server_credentials.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

#include "model/base/status.h"
#include "server/base/logging.h"
#include "server/security/pem_file.h"

namespace interpres {
namespace {

absl::Status CheckOptions(const TlsOptions& options) {
  if (options.certificate.empty() != options.key.empty()) {
    return absl::InvalidArgumentError(
        "TLS needs both a certificate (--tls-certificate) and its private key "
        "(--tls-key); one of them is missing");
  }
  if (!options.client_ca.empty() && !options.enabled()) {
    return absl::InvalidArgumentError(
        "clients can be asked for certificates (--tls-client-ca) only over "
        "TLS: add --tls-certificate and --tls-key");
  }
  return absl::OkStatus();
}

void LogCertificate(const CertificateInfo& certificate) {
  Log(certificate.is_expired ? LogLevel::kWarning : LogLevel::kInfo,
      certificate.is_expired ? "the TLS certificate has expired"
                             : "TLS certificate",
      {{"subject", certificate.subject},
       {"valid_until", certificate.not_after}});
}

}  // namespace

absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> MakeServerCredentials(
    const TlsOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckOptions(options));
  if (!options.enabled()) {
    return grpc::InsecureServerCredentials();
  }
  INTERPRES_ASSIGN_OR_RETURN(const CertificateInfo certificate,
                             CheckKeyPair(options.certificate, options.key));
  if (!options.client_ca.empty()) {
    INTERPRES_RETURN_IF_ERROR(CheckAuthorities(options.client_ca));
  }
  LogCertificate(certificate);
  // From here on nothing may fail: gRPC frees its options, and ends the thread
  // that watches the files, only with the credentials made of them.
  const auto interval =
      static_cast<unsigned int>(options.reload_interval.count());
  grpc::experimental::TlsServerCredentialsOptions tls(
      std::make_shared<grpc::experimental::FileWatcherCertificateProvider>(
          options.key, options.certificate, options.client_ca, interval));
  tls.watch_identity_key_cert_pairs();
  if (!options.client_ca.empty()) {
    tls.watch_root_certs();
    tls.set_cert_request_type(
        GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return grpc::experimental::TlsServerCredentials(tls);
}

}  // namespace interpres
