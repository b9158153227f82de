// gRPC's arguments for connections and memory.

#ifndef INTERPRES_SERVER_GRPC_CONNECTION_ARGUMENTS_H_
#define INTERPRES_SERVER_GRPC_CONNECTION_ARGUMENTS_H_

#include <grpcpp/server_builder.h>

#include <cstdint>

#include "server/grpc/connection_options.h"

namespace interpres {

// Sets the keep-alive pings and the age of connections from `options`. Bounds
// gRPC's buffers to twice `max_received_bytes`, which is the maximum size of
// all request messages together (ServerOptions::max_received_bytes). Bounds the
// threads of synchronous services to a fixed number. Allows clients a ping
// every 10 seconds. Forbids a second server on the same port.
void SetConnectionArguments(const ConnectionOptions& options,
                            int64_t max_received_bytes,
                            grpc::ServerBuilder& builder);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CONNECTION_ARGUMENTS_H_
