// The bearer token of a call.

#ifndef INTERPRES_SERVER_GRPC_AUTHORIZATION_H_
#define INTERPRES_SERVER_GRPC_AUTHORIZATION_H_

#include <grpcpp/server_context.h>

#include "absl/status/status.h"
#include "server/security/bearer_tokens.h"

namespace interpres {

// UNAUTHENTICATED unless the call carries one of the tokens; OK if `tokens` is
// null.
absl::Status CheckToken(const BearerTokens* tokens,
                        const grpc::ServerContextBase& server);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_AUTHORIZATION_H_
