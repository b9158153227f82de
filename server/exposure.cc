#include "server/exposure.h"

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/base/listen_address.h"

namespace interpres {
namespace {

// Returns whether only this machine can connect. An empty address is disabled.
absl::StatusOr<bool> IsPrivate(const std::string& address,
                               std::string_view flag) {
  if (address.empty()) {
    return true;
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const ListenAddress parsed,
      ParseListenAddress(address, ListenProtocol::kGrpc, flag));
  return IsLoopback(parsed);
}

absl::Status PlaintextTokens(const std::string& address) {
  return absl::InvalidArgumentError(
      absl::StrCat("refusing bearer tokens on ", address,
                   " without TLS; set --tls-certificate and --tls-key, or pass "
                   "--plaintext-tokens if a proxy encrypts"));
}

absl::Status UnguardedAdmin(const std::string& address) {
  return absl::InvalidArgumentError(absl::StrCat(
      "refusing the admin service on ", address,
      " without tokens or client certificates; set --token-file or "
      "--tls-client-ca, or set --admin-address to an address of this machine "
      "only, for example 127.0.0.1:50052"));
}

}  // namespace

absl::Status CheckExposure(const ServerOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const bool service_is_private,
                             IsPrivate(options.address, "--address"));
  INTERPRES_ASSIGN_OR_RETURN(
      const bool admin_is_private,
      IsPrivate(options.admin_address, "--admin-address"));
  INTERPRES_ASSIGN_OR_RETURN(const bool http_is_private,
                             IsPrivate(options.http.address, "--http-address"));
  const bool tokens = !options.token_file.empty();
  if (tokens && !options.tls.enabled() && !options.plaintext_tokens) {
    if (!service_is_private) {
      return PlaintextTokens(options.address);
    }
    if (!http_is_private) {
      return PlaintextTokens(options.http.address);
    }
    if (!admin_is_private) {
      return PlaintextTokens(options.admin_address);
    }
  }
  if (!admin_is_private && !tokens && options.tls.client_ca.empty()) {
    return UnguardedAdmin(options.admin_address);
  }
  return absl::OkStatus();
}

}  // namespace interpres
