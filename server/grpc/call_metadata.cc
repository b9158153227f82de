#include "server/grpc/call_metadata.h"

#include <string>

#include "server/service/client_key.h"

namespace interpres {

std::string_view MetadataValue(const grpc::ServerContextBase& server,
                               const char* name) {
  const auto& metadata = server.client_metadata();
  const auto found = metadata.find(name);
  return found == metadata.end()
             ? std::string_view()
             : std::string_view(found->second.data(), found->second.size());
}

CallIdentity IdentityOf(const grpc::ServerContextBase& server) {
  return IdentityOf(MetadataValue(server, "x-request-id"),
                    MetadataValue(server, "traceparent"));
}

uint64_t ClientKeyOf(const grpc::ServerContextBase& server, bool has_token) {
  const std::string peer = server.peer();
  return ClientKey(
      {.authorization = has_token ? MetadataValue(server, "authorization") : "",
       .client_name = MetadataValue(server, kClientNameMetadata),
       .peer = peer});
}

}  // namespace interpres
