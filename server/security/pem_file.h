// Certificates and keys in PEM files, checked before anything is served with
// them: gRPC would log a bad one and refuse every connection.

#ifndef INTERPRES_SERVER_SECURITY_PEM_FILE_H_
#define INTERPRES_SERVER_SECURITY_PEM_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The first certificate of a chain: the one of the server itself.
struct CertificateInfo {
  std::string subject;      // "CN = translate.example"
  std::string not_after;    // "Nov 21 12:00:00 2027 GMT"
  bool is_expired = false;  // by the system's clock
};

// Reads a chain and its private key. NOT_FOUND or INVALID_ARGUMENT, with the
// file, if one cannot be read, is not PEM, is encrypted, or if the key is not
// the certificate's.
absl::StatusOr<CertificateInfo> CheckKeyPair(
    const std::string& certificate_file, const std::string& key_file);

// Whether the file holds at least one certificate. Errors as above.
absl::Status CheckAuthorities(const std::string& file);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_PEM_FILE_H_
