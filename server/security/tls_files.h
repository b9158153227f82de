// Checked copies of the TLS files, which the listeners serve.

#ifndef INTERPRES_SERVER_SECURITY_TLS_FILES_H_
#define INTERPRES_SERVER_SECURITY_TLS_FILES_H_

#include <cstdint>
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

// Holds copies in memory of the files of TlsOptions. A listener reads only the
// copies. A reload changes the copies only if all files are good. So a new
// certificate without its new key, or a truncated file, does no harm.
// Thread-safe.
class TlsFiles {
 public:
  // Reads the files that `options` names. Returns null if `options` does not
  // enable TLS. Returns INVALID_ARGUMENT if only one of certificate and key is
  // set, or if `client_ca` is set without them. Returns the errors of
  // pem_file.h for a bad file, and the errors of MemoryFile::Create. Logs the
  // expiry date of the certificate.
  static absl::StatusOr<std::unique_ptr<TlsFiles>> Load(
      const TlsOptions& options);

  // Reads the files again. Returns OK also if the files are unchanged. Returns
  // the errors of Load; then the copies stay the same. Logs changed files, and
  // an error that differs from the previous one.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(reload_mutex_, mutex_);

  // The certificate that is served.
  CertificateInfo certificate() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Increases after the copies have changed.
  int64_t version() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the path of the copy of the private key and the certificates, in
  // this order. The path never changes. Both are in one file, so that they
  // change together. A reader of PEM skips the part that it does not look for.
  const std::string& key_pair_path() const { return key_pair_.path(); }
  // Returns the path of the copy of the client authorities. The path never
  // changes. Empty if clients need no certificate.
  std::string client_ca_path() const {
    return options_.client_ca.empty() ? "" : client_ca_.path();
  }

 private:
  // Files that fit together.
  struct Contents {
    std::string key_pair;   // the key, then the certificates
    std::string client_ca;  // may be empty
    // The server's certificate. Two Contents also differ if only
    // `info.is_expired` differs, so that the expiry of a certificate is logged.
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

  // Reads the files. If all of them are good, replaces the contents of the
  // served copies. Otherwise returns the error, and the copies stay the same.
  absl::Status ReadAndServe() ABSL_EXCLUSIVE_LOCKS_REQUIRED(reload_mutex_);

  const TlsOptions options_;
  // Held during a reload. Taken before mutex_.
  Mutex reload_mutex_;
  // The served copy of the key and the certificates. The contents are replaced
  // with reload_mutex_ held. The path never changes.
  MemoryFile key_pair_;
  // The served copy of the client authorities. The contents are replaced with
  // reload_mutex_ held. The path never changes.
  MemoryFile client_ca_;
  // The error message of the last Reload. Empty if the last Reload succeeded,
  // and before the first Reload. Reload logs an error only if its message
  // differs from this one.
  std::string last_error_ ABSL_GUARDED_BY(reload_mutex_);
  mutable Mutex mutex_;
  Contents served_ ABSL_GUARDED_BY(mutex_);
  int64_t version_ ABSL_GUARDED_BY(mutex_) = 0;
};

// Returns the TLS mode for the log: "no" if `files` is null, "mutual" if
// clients need a certificate, and "yes" otherwise.
inline const char* TlsMode(const TlsFiles* files) {
  if (files == nullptr) {
    return "no";
  }
  return files->client_ca_path().empty() ? "yes" : "mutual";
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TLS_FILES_H_
