#ifndef INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_
#define INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_

#include <chrono>
#include <string>

namespace interpres {

// Paths of the PEM files for TLS. All paths are empty if TLS is disabled.
struct TlsOptions {
  std::string certificate;  // the server's chain, its own certificate first
  std::string key;          // its private key
  // Certificate authorities for mutual TLS. One of these authorities must have
  // signed the certificate of each client. Empty means that clients need no
  // certificate.
  std::string client_ca;
  // Interval between two looks for changed TLS files. New connections use the
  // changed files. Must be above 0.
  std::chrono::seconds reload_interval{60};

  bool enabled() const { return !certificate.empty(); }
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_TLS_OPTIONS_H_
