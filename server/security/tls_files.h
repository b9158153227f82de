// Checked copies of the TLS files, which the listeners serve.

#ifndef INTERPRES_SERVER_SECURITY_TLS_FILES_H_
#define INTERPRES_SERVER_SECURITY_TLS_FILES_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"
#include "server/security/memory_file.h"
#include "server/security/pem_file.h"
#include "server/security/tls_options.h"

namespace interpres {

// Holds copies in memory of the files of TlsOptions. A listener reads the
// copies only. A reload changes them only if all files are good. So a new
// certificate without its new key, or a truncated file, does no harm.
// Thread-safe.
class TlsFiles {
 public:
  // Returns null if the options do not enable TLS, INVALID_ARGUMENT if an
  // option lacks its companion, and the errors of pem_file.h for a bad file.
  // Logs when the certificate expires.
  static absl::StatusOr<std::unique_ptr<TlsFiles>> Load(
      const TlsOptions& options);

  // Reads the files again. Returns OK also if the files are unchanged. After an
  // error of Load, the copies stay the same. Logs new files and new errors.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(reload_mutex_, mutex_);

  // The certificate that is served.
  CertificateInfo certificate() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The paths of the copies never change. The first copy has the key and then
  // the certificate, so that both change together. A reader of PEM skips the
  // part that it does not look for.
  const std::string& key_pair_path() const { return key_pair_.path(); }
  // Empty if clients need no certificate.
  std::string client_ca_path() const {
    return options_.client_ca.empty() ? "" : client_ca_.path();
  }

 private:
  // Files that fit together.
  struct Contents {
    std::string key_pair;   // the key, then the certificates
    std::string client_ca;  // may be empty
    // Compared too, so that the expiry of a certificate is logged.
    CertificateInfo info;
    bool operator==(const Contents&) const = default;
  };
  static absl::StatusOr<Contents> Read(const TlsOptions& options);

  TlsFiles(const TlsOptions& options, const Contents& contents,
           MemoryFile key_pair, MemoryFile client_ca)
      : options_(options),
        key_pair_(std::move(key_pair)),
        client_ca_(std::move(client_ca)),
        served_(contents) {}

  // Reads the files, and serves them if they are good.
  absl::Status ReadAndServe() ABSL_EXCLUSIVE_LOCKS_REQUIRED(reload_mutex_);

  const TlsOptions options_;
  // Held during a reload. Taken before mutex_.
  Mutex reload_mutex_;
  // Replaced with reload_mutex_ held. Their paths never change.
  MemoryFile key_pair_;
  MemoryFile client_ca_;
  // The error message of the last Reload. Empty if it succeeded, and before the
  // first one. Reload logs an error only if its message differs from this one.
  std::string last_error_ ABSL_GUARDED_BY(reload_mutex_);
  mutable Mutex mutex_;
  Contents served_ ABSL_GUARDED_BY(mutex_);
};

// The name of the mode in the log. Null files mean no TLS.
inline const char* TlsMode(const TlsFiles* files) {
  if (files == nullptr) {
    return "no";
  }
  return files->client_ca_path().empty() ? "yes" : "mutual";
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TLS_FILES_H_
