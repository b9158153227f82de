#include "server/service/client_key.h"

#include "absl/hash/hash.h"

namespace interpres {
namespace {

enum class Kind { kToken, kKey, kHost };

uint64_t Hash(Kind kind, std::string_view text) {
  return absl::HashOf(kind, text);
}

// Removes the port, which differs for each connection.
std::string_view HostOf(std::string_view peer) {
  return peer.substr(0, peer.rfind(':'));
}

// Removes the scheme, because its case does not matter.
std::string_view TokenOf(std::string_view authorization) {
  return authorization.substr(authorization.find(' ') + 1);
}

}  // namespace

uint64_t ClientKey(const CallSender& sender) {
  if (!sender.authorization.empty()) {
    return Hash(Kind::kToken, TokenOf(sender.authorization));
  }
  if (!sender.client_name.empty()) {
    return Hash(Kind::kKey, sender.client_name);
  }
  return Hash(Kind::kHost, HostOf(sender.peer));
}

}  // namespace interpres
