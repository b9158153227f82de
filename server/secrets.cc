// Tested by tests/integration/server_security_test.cc.

#include "server/secrets.h"

#include "model/base/status.h"

namespace interpres {

absl::StatusOr<std::unique_ptr<Secrets>> Secrets::Load(
    const ServerOptions& options, Clock& clock, Metrics& metrics) {
  std::unique_ptr<Secrets> secrets(new Secrets(metrics));
  if (!options.token_file.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(secrets->tokens_,
                               BearerTokens::Load(options.token_file));
  }
  INTERPRES_ASSIGN_OR_RETURN(secrets->tls_, TlsFiles::Load(options.tls));
  if (secrets->tls_ != nullptr) {
    metrics.SetCertificateExpiry(secrets->tls_->certificate().unix_expiry);
    // TlsFiles logs the errors.
    secrets->tls_watch_ = std::make_unique<PeriodicTask>(
        clock, options.tls.reload_interval,
        [watched = secrets.get()] { watched->ReloadTls().IgnoreError(); });
  }
  return secrets;
}

absl::Status Secrets::Reload() {
  absl::Status status =
      tokens_ == nullptr ? absl::OkStatus() : tokens_->Reload();
  status.Update(ReloadTls());
  return status;
}

absl::Status Secrets::ReloadTls() {
  if (tls_ == nullptr) {
    return absl::OkStatus();
  }
  absl::Status status = tls_->Reload();
  metrics_.SetCertificateExpiry(tls_->certificate().unix_expiry);
  return status;
}

}  // namespace interpres
