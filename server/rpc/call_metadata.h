// What a caller sends beside its request.

#ifndef INTERPRES_SERVER_RPC_CALL_METADATA_H_
#define INTERPRES_SERVER_RPC_CALL_METADATA_H_

#include <grpcpp/server_context.h>

#include <string_view>

namespace interpres {

// The metadata of that (lower-case) name, the first of several; "" if there is
// none. Belongs to the call.
inline std::string_view MetadataValue(const grpc::ServerContextBase& server,
                                      const char* name) {
  const auto& metadata = server.client_metadata();
  const auto found = metadata.find(name);
  return found == metadata.end()
             ? std::string_view()
             : std::string_view(found->second.data(), found->second.size());
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_CALL_METADATA_H_
