// Tested by tests/integration/server_process_test.cc.

#include "server/grpc/grpc_port.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>

#include <utility>

#include "model/base/status.h"
#include "server/base/listen_address.h"
#include "server/base/listen_failure.h"
#include "server/grpc/connection_arguments.h"
#include "server/grpc/server_credentials.h"

namespace interpres {

GrpcTransport::GrpcTransport(const ConnectionOptions& options,
                             int64_t received_bytes, const TlsFiles* files)
    : connections(options),
      max_received_bytes(received_bytes),
      tls(files),
      credentials(MakeServerCredentials(files)) {}

GrpcPort::GrpcPort(std::string address, const char* flag,
                   GrpcTransport transport)
    : address_(std::move(address)),
      flag_(flag),
      transport_(std::move(transport)) {}

absl::Status GrpcPort::Start(
    absl::FunctionRef<void(grpc::ServerBuilder&)> add_services) {
  INTERPRES_ASSIGN_OR_RETURN(
      const ListenAddress parsed,
      ParseListenAddress(address_, ListenProtocol::kGrpc, flag_));
  // Only the first call in a process has an effect.
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.AddListeningPort(parsed.Target(), transport_.credentials, &port_);
  SetConnectionArguments(transport_.connections, transport_.max_received_bytes,
                         builder);
  add_services(builder);
  server_ = builder.BuildAndStart();
  // gRPC builds no server if it cannot listen.
  return server_ == nullptr ? ExplainListenFailure(parsed, flag_)
                            : absl::OkStatus();
}

void GrpcPort::Close(std::chrono::seconds grace) {
  if (server_ != nullptr) {
    server_->Shutdown(std::chrono::system_clock::now() + grace);
    server_.reset();
  }
}

}  // namespace interpres
