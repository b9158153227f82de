// How long connections live. Includes no gRPC header, for the server's options.

#ifndef INTERPRES_SERVER_GRPC_CONNECTION_OPTIONS_H_
#define INTERPRES_SERVER_GRPC_CONNECTION_OPTIONS_H_

#include <chrono>

namespace interpres {

struct ConnectionOptions {
  // Silence on a connection after which the server pings the client, so that it
  // finds dead clients. 0 disables the pings.
  std::chrono::seconds keepalive_time{60};
  // Time that a client has to answer a ping before the server closes the
  // connection.
  std::chrono::seconds keepalive_timeout{20};
  // Age at which the server closes a connection, so that clients behind a load
  // balancer find new replicas. 0 means unlimited.
  std::chrono::seconds max_age{0};
  // Time that the calls of a connection have to finish after its maximum age.
  // Then they are cancelled.
  std::chrono::seconds max_age_grace{30};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CONNECTION_OPTIONS_H_
