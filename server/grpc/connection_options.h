// How long connections live. Includes no gRPC header, for the server's options.

#ifndef INTERPRES_SERVER_GRPC_CONNECTION_OPTIONS_H_
#define INTERPRES_SERVER_GRPC_CONNECTION_OPTIONS_H_

#include <chrono>

namespace interpres {

struct ConnectionOptions {
  // Silence on a connection after which the server pings the client, and the
  // time that the client has to answer. The pings find dead clients. Time 0
  // means no pings.
  std::chrono::seconds keepalive_time{60};
  std::chrono::seconds keepalive_timeout{20};
  // Age at which the server closes a connection, so that clients behind a load
  // balancer find new replicas, and the time that the calls of the connection
  // then have to finish. Age 0 means unlimited.
  std::chrono::seconds max_age{0};
  std::chrono::seconds max_age_grace{30};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_CONNECTION_OPTIONS_H_
