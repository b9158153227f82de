// gRPC's arguments for connections and memory.

#ifndef INTERPRES_SERVER_GRPC_CONNECTION_ARGUMENTS_H_
#define INTERPRES_SERVER_GRPC_CONNECTION_ARGUMENTS_H_

#include <grpcpp/server_builder.h>

#include <cstdint>

#include "server/grpc/connection_options.h"

namespace interpres {

// Sets keep-alive pings, the age of connections, and the bounds of gRPC's
// memory and of its threads for synchronous services. `max_received_bytes`:
// see ServerOptions.
void SetConnectionArguments(const ConnectionOptions& options,
                            int64_t max_received_bytes,
                            grpc::ServerBuilder& builder);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CONNECTION_ARGUMENTS_H_
