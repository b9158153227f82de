#ifndef INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_
#define INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_

#include <chrono>
#include <string>

namespace interpres {

// PEM files; all empty: no TLS.
struct TlsOptions {
  std::string certificate;  // the server's chain, its own certificate first
  std::string key;          // its private key
  // Mutual TLS: clients must show a certificate that one of these signed.
  std::string client_ca;
  // How often the files are looked at; changed ones serve new connections.
  std::chrono::seconds reload_interval{60};

  bool enabled() const { return !certificate.empty(); }
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_
