#include "server/security/pem_file.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <cstdint>
#include <ctime>
#include <iterator>
#include <memory>

#include "absl/strings/str_cat.h"
#include "model/base/read_file.h"
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

constexpr int64_t kMaxBytes = 1 << 20;

Bio Open(const PemFile& file) {
  ERR_clear_error();
  return Bio(BIO_new_mem_buf(file.contents.data(),
                             static_cast<int>(file.contents.size())));
}

absl::Status NotPem(const PemFile& file, const char* expected) {
  ERR_clear_error();
  return absl::InvalidArgumentError(
      absl::StrCat(file.path, " holds no ", expected, " in PEM format"));
}

// Returns the first certificate. All entries must be certificates.
absl::StatusOr<Certificate> ReadCertificates(const PemFile& file) {
  const Bio bio = Open(file);
  Certificate first(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  if (first == nullptr) {
    return NotPem(file, "certificate (\"BEGIN CERTIFICATE\")");
  }
  int count = 1;
  while (Certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) !=
         nullptr) {
    ++count;
  }
  if (ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE) {
    ERR_clear_error();
    return absl::InvalidArgumentError(
        absl::StrCat("what follows certificate ", count, " in ", file.path,
                     " is no certificate in PEM format: was the file cut?"));
  }
  ERR_clear_error();
  return first;
}

// Replaces OpenSSL's question for a pass phrase at the terminal.
int NoPassPhrase(char* /*buffer*/, int /*size*/, int /*writing*/,
                 void* /*data*/) {
  return -1;
}

absl::StatusOr<Key> ReadKey(const PemFile& file) {
  const Bio bio = Open(file);
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
  std::tm expiry = {};
  ASN1_TIME_to_tm(end, &expiry);
  return {.subject = Contents(subject),
          .not_after = Contents(not_after),
          .unix_expiry = timegm(&expiry),
          .is_expired = X509_cmp_current_time(end) < 0};
}

}  // namespace

absl::StatusOr<PemFile> ReadPemFile(const std::string& path) {
  absl::StatusOr<std::string> contents = ReadStream(path, kMaxBytes + 1);
  if (!contents.ok()) {
    return absl::NotFoundError(
        absl::StrCat("cannot read ", path, ": ", contents.status().message()));
  }
  if (std::ssize(*contents) > kMaxBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " has more than ", kMaxBytes,
                     " bytes: expected certificates or a key in PEM format"));
  }
  return PemFile{.path = path, .contents = *std::move(contents)};
}

absl::StatusOr<CertificateInfo> CheckKeyPair(const PemFile& certificate,
                                             const PemFile& key) {
  INTERPRES_ASSIGN_OR_RETURN(const Certificate first,
                             ReadCertificates(certificate));
  INTERPRES_ASSIGN_OR_RETURN(const Key private_key, ReadKey(key));
  if (X509_check_private_key(first.get(), private_key.get()) != 1) {
    ERR_clear_error();
    return absl::InvalidArgumentError(absl::StrCat(
        "the private key in ", key.path,
        " does not belong to the first certificate in ", certificate.path,
        "; the server's own certificate comes first, those that sign it "
        "after it"));
  }
  return Describe(*first);
}

absl::Status CheckAuthorities(const PemFile& file) {
  return ReadCertificates(file).status();
}

}  // namespace interpres
