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

// Holds copies in memory of the TLS files of the server: certificate, key and
// client authorities. A listener reads only the copies. A reload changes the
// copies only if all files are good. So a new certificate without its new key,
// or a truncated file, does no harm. Thread-safe.
class TlsFiles {
 public:
  // Reads the files that `options` names, and logs the subject and the expiry
  // date of the certificate. Returns null if `options` does not enable TLS.
  // Returns NOT_FOUND if a file cannot be read. Returns INVALID_ARGUMENT if
  // - only one of certificate and key is set,
  // - `client_ca` is set without certificate and key,
  // - a file is larger than 1 MiB or malformed, or
  // - the key does not belong to the certificate.
  // Returns INTERNAL if the system cannot create a file in memory.
  static absl::StatusOr<std::unique_ptr<TlsFiles>> Load(
      const TlsOptions& options);

  // Reads the files again and replaces the copies. Returns OK also if the files
  // are unchanged. Returns NOT_FOUND or INVALID_ARGUMENT for a bad file, as
  // Load does; then the copies stay the same. Returns INTERNAL if the system
  // cannot replace a copy; then only the client authorities may be new. Logs a
  // changed certificate, and an error that differs from the previous error.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(reload_mutex_, mutex_);

  // Describes the served certificate of the server. `is_expired` tells whether
  // the certificate had expired when the files were last read.
  CertificateInfo certificate() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns a number that increases each time Reload has replaced the copies. A
  // listener that sees another number must read the copies again. Begins at 0.
  int64_t version() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the path of the copy of the private key and the certificates, in
  // this order. Only this process can open the path, which never changes. Both
  // are in one file, so that they change together. A reader of PEM skips the
  // part that it does not need.
  const std::string& key_pair_path() const { return key_pair_.path(); }
  // Returns the path of the copy of the client authorities. Only this process
  // can open the path, which never changes. Empty if clients need no
  // certificate.
  std::string client_ca_path() const {
    return options_.client_ca.empty() ? "" : client_ca_.path();
  }

 private:
  // The contents of the TLS files, read together. The key belongs to the
  // certificate, which may have expired. No file is malformed.
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

  // Reads the files. If all files are good and changed, replaces the contents
  // of the copies. Returns NOT_FOUND or INVALID_ARGUMENT for a bad file; then
  // the copies stay the same. Returns INTERNAL if the system cannot replace a
  // copy; then only the client authorities may be new.
  absl::Status ReadAndServe() ABSL_EXCLUSIVE_LOCKS_REQUIRED(reload_mutex_);

  const TlsOptions options_;
  // Held during a reload, so that reloads run one after another. Taken before
  // mutex_.
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
