// Tested by server_security_test.cc.

#include "server/grpc/authorization.h"

#include "server/grpc/call_metadata.h"

namespace interpres {

absl::Status CheckToken(const BearerTokens* tokens,
                        const grpc::ServerContextBase& server) {
  return tokens == nullptr
             ? absl::OkStatus()
             : tokens->Check(MetadataValue(server, "authorization"));
}

}  // namespace interpres
