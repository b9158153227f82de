// Tested by server_security_test.cc.

#include "server/rpc/authorization.h"

#include "server/rpc/call_metadata.h"

namespace interpres {

absl::Status CheckToken(const BearerTokens* tokens,
                        const grpc::ServerContextBase& server) {
  return tokens == nullptr
             ? absl::OkStatus()
             : tokens->Check(MetadataValue(server, "authorization"));
}

}  // namespace interpres
