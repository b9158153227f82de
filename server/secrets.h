// The bearer tokens and the TLS files of the server, and their reload.

#ifndef INTERPRES_SERVER_SECRETS_H_
#define INTERPRES_SERVER_SECRETS_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/clock.h"
#include "server/base/periodic_task.h"
#include "server/metrics/metrics.h"
#include "server/security/bearer_tokens.h"
#include "server/security/tls_files.h"
#include "server/server_options.h"

namespace interpres {

// Thread-safe.
class Secrets {
 public:
  // Reads the token file and the TLS files that `options` names. With TLS, a
  // background thread then reads the TLS files again at intervals of
  // `options.tls.reload_interval`. Returns the errors of BearerTokens::Load and
  // TlsFiles::Load. `clock` and `metrics` must outlive the returned object.
  static absl::StatusOr<std::unique_ptr<Secrets>> Load(
      const ServerOptions& options, Clock& clock, Metrics& metrics);

  // Reads the token file and the TLS files again. If the token file has an
  // error, the old tokens stay in use. If a TLS file has an error, the old TLS
  // files stay in use. Returns the first error.
  absl::Status Reload();

  // Null means that callers need no token.
  const BearerTokens* tokens() const { return tokens_.get(); }
  // Null means no TLS.
  const TlsFiles* tls() const { return tls_.get(); }

 private:
  explicit Secrets(Metrics& metrics) : metrics_(metrics) {}

  absl::Status ReloadTls();

  Metrics& metrics_;
  std::unique_ptr<BearerTokens> tokens_;
  std::unique_ptr<TlsFiles> tls_;
  std::unique_ptr<PeriodicTask> tls_watch_;  // null without TLS
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECRETS_H_
