// Certificates for tests, made when they are needed.

#ifndef INTERPRES_TESTS_TESTING_CERTIFICATES_H_
#define INTERPRES_TESTS_TESTING_CERTIFICATES_H_

#include <chrono>
#include <memory>
#include <string>

namespace interpres {

// PEM texts.
struct KeyPair {
  std::string certificate;
  std::string key;
};

// Signs certificates; aborts where OpenSSL fails.
class TestAuthority {
 public:
  explicit TestAuthority(const std::string& name);
  ~TestAuthority();

  // Its own certificate, PEM.
  const std::string& certificate() const;

  // Returns a key and a certificate for the DNS name `name` and for 127.0.0.1.
  // The certificate is valid from an hour ago until `validity` from now.
  KeyPair Issue(const std::string& name,
                std::chrono::seconds validity = std::chrono::hours(1)) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_CERTIFICATES_H_
