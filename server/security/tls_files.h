// The files of TLS as the listener is to see them: only what fits together.

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

// Copies in memory of the files of TlsOptions, which gRPC looks at. They change
// when those have changed and are good; so a pair of which only one half has
// been renewed, or a file that was cut in a certificate, harms nobody.
// Thread-safe.
class TlsFiles {
 public:
  // Null if the options ask for no TLS. INVALID_ARGUMENT if one of them lacks
  // its companion; errors of pem_file.h if a file cannot be served. Logs until
  // when the certificate is valid.
  static absl::StatusOr<std::unique_ptr<TlsFiles>> Load(
      const TlsOptions& options);

  // Reads the files again. OK if they are as they were, too. After an error,
  // one of those of Load, the old ones are served on. Logs what is new.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(reload_mutex_, mutex_);

  // What is served.
  CertificateInfo certificate() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The paths of the copies, which stay. The first has the key and then the
  // certificate, so that both change at once; each reader of PEM skips the
  // other.
  const std::string& key_pair_path() const { return key_pair_.path(); }
  // "" without authorities.
  std::string client_ca_path() const {
    return options_.client_ca.empty() ? "" : client_ca_.path();
  }

 private:
  // Files that fit together.
  struct Contents {
    std::string key_pair;   // the key, then the certificates
    std::string client_ca;  // "": none
    // Compared too: when a certificate expires, that is logged.
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

  // Reads, and serves what is new and good.
  absl::Status ReadAndServe() ABSL_EXCLUSIVE_LOCKS_REQUIRED(reload_mutex_);

  const TlsOptions options_;
  // One reload at a time; taken before the other.
  Mutex reload_mutex_;
  // Changed with the lock held; their paths never change.
  MemoryFile key_pair_;
  MemoryFile client_ca_;
  // What was last wrong with the files, so that it is logged once.
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
