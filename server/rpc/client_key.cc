#include "server/rpc/client_key.h"

#include <string>

#include "absl/hash/hash.h"
#include "server/rpc/call_metadata.h"

namespace interpres {
namespace {

enum class Kind { kToken, kKey, kHost };

uint64_t Hash(Kind kind, std::string_view text) {
  return absl::HashOf(kind, text);
}

// Without the port, which each connection has anew.
std::string_view HostOf(std::string_view peer) {
  return peer.substr(0, peer.rfind(':'));
}

// Without the scheme, whose case does not matter.
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

uint64_t ClientKeyOf(const grpc::ServerContextBase& server, bool has_token) {
  const std::string peer = server.peer();
  return ClientKey(
      {.authorization = has_token ? MetadataValue(server, "authorization") : "",
       .client_name = MetadataValue(server, kClientNameMetadata),
       .peer = peer});
}

}  // namespace interpres
