// Checks of certificates and keys in PEM files. gRPC itself would only log a
// bad file and refuse every connection.

#ifndef INTERPRES_SERVER_SECURITY_PEM_FILE_H_
#define INTERPRES_SERVER_SECURITY_PEM_FILE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The path of a file and its contents. The file is read once, so that the
// server serves exactly the contents that it has checked.
struct PemFile {
  std::string path;  // for messages
  std::string contents;
};

// Describes the first certificate of a chain, which is the server's own
// certificate.
struct CertificateInfo {
  std::string subject;      // "CN = translate.example"
  std::string not_after;    // "Nov 21 12:00:00 2027 GMT"
  int64_t unix_expiry = 0;  // not_after, in seconds since 1970
  bool is_expired = false;  // by the system's clock at the time of the reading
  bool operator==(const CertificateInfo&) const = default;
};

// Reads the file at `path` without a check of its contents. Returns NOT_FOUND
// if the file cannot be read, and INVALID_ARGUMENT if it is larger than 1 MiB.
absl::StatusOr<PemFile> ReadPemFile(const std::string& path);

// Returns the description of the first certificate in `certificate`. Returns
// INVALID_ARGUMENT, with the path of the file, if a file is not PEM, is
// encrypted, or has a certificate that cannot be parsed. Returns
// INVALID_ARGUMENT also if `key` does not belong to the first certificate.
absl::StatusOr<CertificateInfo> CheckKeyPair(const PemFile& certificate,
                                             const PemFile& key);

// Checks that the file holds at least one certificate. Returns
// INVALID_ARGUMENT, with the path of the file, if it holds no certificate in
// PEM format or one that cannot be parsed.
absl::Status CheckAuthorities(const PemFile& file);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_PEM_FILE_H_
