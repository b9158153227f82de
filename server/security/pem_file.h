// Certificates and keys in PEM files, checked before anything is served with
// them: gRPC would log a bad one and refuse every connection.

#ifndef INTERPRES_SERVER_SECURITY_PEM_FILE_H_
#define INTERPRES_SERVER_SECURITY_PEM_FILE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// What was read, once: what is checked is what is served.
struct PemFile {
  std::string path;  // for messages
  std::string contents;
};

// The first certificate of a chain: the one of the server itself.
struct CertificateInfo {
  std::string subject;      // "CN = translate.example"
  std::string not_after;    // "Nov 21 12:00:00 2027 GMT"
  int64_t unix_expiry = 0;  // the same, in seconds since 1970
  bool is_expired = false;  // by the system's clock, when it was read
  bool operator==(const CertificateInfo&) const = default;
};

// NOT_FOUND if it cannot be read; INVALID_ARGUMENT if it is larger than 1 MiB.
absl::StatusOr<PemFile> ReadPemFile(const std::string& path);

// INVALID_ARGUMENT, with the file, if one is not PEM, has a certificate that
// cannot be read, or is encrypted, or if the key is not the first
// certificate's.
absl::StatusOr<CertificateInfo> CheckKeyPair(const PemFile& certificate,
                                             const PemFile& key);

// Whether the file holds certificates, at least one. Errors as above.
absl::Status CheckAuthorities(const PemFile& file);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_PEM_FILE_H_
