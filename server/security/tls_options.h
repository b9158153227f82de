#ifndef INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_
#define INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_

#include <chrono>
#include <string>

namespace interpres {

// Paths of PEM files. All paths are empty without TLS.
struct TlsOptions {
  std::string certificate;  // the server's chain, its own certificate first
  std::string key;          // its private key
  // Authorities for mutual TLS: one of them must have signed the certificate of
  // each client. Empty means that clients need no certificate.
  std::string client_ca;
  // Interval between looks for changed files, which serve new connections.
  std::chrono::seconds reload_interval{60};

  bool enabled() const { return !certificate.empty(); }
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_
