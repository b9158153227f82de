// One gRPC server on one port.

#ifndef INTERPRES_SERVER_GRPC_GRPC_PORT_H_
#define INTERPRES_SERVER_GRPC_GRPC_PORT_H_

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "server/grpc/connection_options.h"
#include "server/security/tls_files.h"

namespace interpres {

// The settings that all gRPC ports of a server share.
struct GrpcTransport {
  // Null `files` mean no TLS. The files must outlive all servers.
  // `received_bytes` is the maximum size of all request messages together.
  GrpcTransport(const ConnectionOptions& options, int64_t received_bytes,
                const TlsFiles* files);

  ConnectionOptions connections;
  int64_t max_received_bytes;  // see SetConnectionArguments
  const TlsFiles* tls;
  std::shared_ptr<grpc::ServerCredentials> credentials;
};

// Not thread-safe.
class GrpcPort {
 public:
  // Opens no port: see Start. `flag` is the name of the option that holds the
  // address. Error messages begin with `flag`, which must outlive the object.
  GrpcPort(std::string address, const char* flag, GrpcTransport transport);
  // REQUIRES: the port is closed.
  ~GrpcPort() = default;
  GrpcPort(const GrpcPort&) = delete;
  GrpcPort& operator=(const GrpcPort&) = delete;

  // Opens the port, with gRPC reflection and with the services that
  // `add_services` registers, which must live until Close returns. Returns
  // INVALID_ARGUMENT for a malformed address, and UNAVAILABLE
  // (ExplainListenFailure) if the server cannot listen. REQUIRES: the port is
  // closed.
  absl::Status Start(
      absl::FunctionRef<void(grpc::ServerBuilder&)> add_services);

  const std::string& address() const { return address_; }
  const char* flag() const { return flag_; }
  const TlsFiles* tls() const { return transport_.tls; }
  // The port in use. 0 before Start.
  int port() const { return port_; }

  // Closes the port, so that no call arrives any longer. Cancels the remaining
  // calls after `grace`, and returns when the last call is done. Does nothing
  // if the port is closed.
  void Close(std::chrono::seconds grace);

 private:
  const std::string address_;
  const char* const flag_;
  const GrpcTransport transport_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;  // null while the port is closed
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_GRPC_PORT_H_
