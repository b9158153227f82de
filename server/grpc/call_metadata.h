// The metadata that a gRPC call carries beside its request.

#ifndef INTERPRES_SERVER_GRPC_CALL_METADATA_H_
#define INTERPRES_SERVER_GRPC_CALL_METADATA_H_

#include <grpcpp/server_context.h>

#include <cstdint>
#include <string_view>

#include "server/service/call_identity.h"

namespace interpres {

// Returns the first value of the metadata with this lower-case name, or an
// empty string. The value belongs to the call.
std::string_view MetadataValue(const grpc::ServerContextBase& server,
                               const char* name);

// The request id and the trace of a call.
CallIdentity IdentityOf(const grpc::ServerContextBase& server);

// The client key of a call's sender. `has_token`: the call's token was checked.
uint64_t ClientKeyOf(const grpc::ServerContextBase& server, bool has_token);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CALL_METADATA_H_
