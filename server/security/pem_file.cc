#include "server/security/pem_file.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cerrno>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

template <auto Free>
struct Deleter {
  template <typename T>
  void operator()(T* value) const {
    Free(value);
  }
};
using Bio = std::unique_ptr<BIO, Deleter<BIO_free>>;
using Certificate = std::unique_ptr<X509, Deleter<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;

absl::StatusOr<Bio> Open(const std::string& file) {
  ERR_clear_error();
  errno = 0;
  Bio bio(BIO_new_file(file.c_str(), "r"));
  if (bio == nullptr) {
    const int error = errno;
    ERR_clear_error();
    return absl::NotFoundError(absl::StrCat(
        "cannot read ", file, ": ", std::generic_category().message(error)));
  }
  return bio;
}

absl::Status NotPem(const std::string& file, const char* expected) {
  ERR_clear_error();
  return absl::InvalidArgumentError(
      absl::StrCat(file, " holds no ", expected, " in PEM format"));
}

absl::StatusOr<Certificate> ReadCertificate(const std::string& file) {
  INTERPRES_ASSIGN_OR_RETURN(const Bio bio, Open(file));
  Certificate certificate(
      PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  if (certificate == nullptr) {
    return NotPem(file, "certificate (\"BEGIN CERTIFICATE\")");
  }
  return certificate;
}

// Instead of OpenSSL's question for a pass phrase at the terminal.
int NoPassPhrase(char* /*buffer*/, int /*size*/, int /*writing*/,
                 void* /*data*/) {
  return -1;
}

absl::StatusOr<Key> ReadKey(const std::string& file) {
  INTERPRES_ASSIGN_OR_RETURN(const Bio bio, Open(file));
  Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, NoPassPhrase, nullptr));
  if (key == nullptr) {
    return NotPem(file, "unencrypted private key (\"BEGIN PRIVATE KEY\")");
  }
  return key;
}

std::string Contents(const Bio& bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

CertificateInfo Describe(const X509& certificate) {
  const Bio subject(BIO_new(BIO_s_mem()));
  X509_NAME_print_ex(subject.get(), X509_get_subject_name(&certificate), 0,
                     XN_FLAG_ONELINE);
  const ASN1_TIME* end = X509_get0_notAfter(&certificate);
  const Bio not_after(BIO_new(BIO_s_mem()));
  ASN1_TIME_print(not_after.get(), end);
  return {.subject = Contents(subject),
          .not_after = Contents(not_after),
          .is_expired = X509_cmp_current_time(end) < 0};
}

}  // namespace

absl::StatusOr<CertificateInfo> CheckKeyPair(
    const std::string& certificate_file, const std::string& key_file) {
  INTERPRES_ASSIGN_OR_RETURN(const Certificate certificate,
                             ReadCertificate(certificate_file));
  INTERPRES_ASSIGN_OR_RETURN(const Key key, ReadKey(key_file));
  if (X509_check_private_key(certificate.get(), key.get()) != 1) {
    ERR_clear_error();
    return absl::InvalidArgumentError(absl::StrCat(
        "the private key in ", key_file,
        " does not belong to the first certificate in ", certificate_file,
        "; the server's own certificate comes first, those that sign it "
        "after it"));
  }
  return Describe(*certificate);
}

absl::Status CheckAuthorities(const std::string& file) {
  return ReadCertificate(file).status();
}

}  // namespace interpres
