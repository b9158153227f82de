#include "tests/testing/certificates.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <cstdlib>

namespace interpres {
namespace {

void Require(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "OpenSSL cannot %s\n", what);
    std::abort();
  }
}

struct FreeCertificate {
  void operator()(X509* value) const { X509_free(value); }
};
struct FreeKey {
  void operator()(EVP_PKEY* value) const { EVP_PKEY_free(value); }
};
using Certificate = std::unique_ptr<X509, FreeCertificate>;
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

// What write(bio) writes.
template <typename Write>
std::string ToPem(const Write& write) {
  BIO* bio = BIO_new(BIO_s_mem());
  Require(write(bio) == 1, "write PEM");
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string text(data, static_cast<std::size_t>(size));
  BIO_free(bio);
  return text;
}

std::string ToPem(X509* certificate) {
  return ToPem([=](BIO* bio) { return PEM_write_bio_X509(bio, certificate); });
}

std::string ToPem(EVP_PKEY* key) {
  return ToPem([=](BIO* bio) {
    return PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr,
                                    nullptr);
  });
}

void AddExtension(X509* certificate, int kind, const std::string& value) {
  X509_EXTENSION* extension =
      X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  Require(extension != nullptr, "make an extension");
  Require(X509_add_ext(certificate, extension, -1) == 1, "add an extension");
  X509_EXTENSION_free(extension);
}

// Everything but the extensions, the issuer and the signature.
Certificate Make(const std::string& name, EVP_PKEY* key,
                 std::chrono::seconds validity) {
  static long serial = 0;
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), validity.count());
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(
      X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
      reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return certificate;
}

}  // namespace

struct TestAuthority::Parts {
  Key key;
  Certificate certificate;
  std::string pem;
};

TestAuthority::TestAuthority(const std::string& name)
    : parts_(std::make_unique<Parts>()) {
  parts_->key.reset(EVP_EC_gen("P-256"));
  Require(parts_->key != nullptr, "make a key");
  parts_->certificate = Make(name, parts_->key.get(), std::chrono::hours(24));
  X509* certificate = parts_->certificate.get();
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
  AddExtension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  Require(X509_sign(certificate, parts_->key.get(), EVP_sha256()) > 0, "sign");
  parts_->pem = ToPem(certificate);
}

TestAuthority::~TestAuthority() = default;

const std::string& TestAuthority::certificate() const { return parts_->pem; }

KeyPair TestAuthority::Issue(const std::string& name,
                             std::chrono::seconds validity) const {
  const Key key(EVP_EC_gen("P-256"));
  Require(key != nullptr, "make a key");
  const Certificate certificate = Make(name, key.get(), validity);
  X509_set_issuer_name(certificate.get(),
                       X509_get_subject_name(parts_->certificate.get()));
  AddExtension(certificate.get(), NID_subject_alt_name,
               "DNS:" + name + ",IP:127.0.0.1");
  Require(X509_sign(certificate.get(), parts_->key.get(), EVP_sha256()) > 0,
          "sign");
  return {.certificate = ToPem(certificate.get()), .key = ToPem(key.get())};
}

}  // namespace interpres
