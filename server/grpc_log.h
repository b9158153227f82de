// gRPC's own log lines.

#ifndef INTERPRES_SERVER_GRPC_LOG_H_
#define INTERPRES_SERVER_GRPC_LOG_H_

namespace interpres {

// While it exists, gRPC's log lines go to the server's log (server/base/
// logging.h), in its format. The environment variable GRPC_VERBOSITY, of gRPC,
// chooses the lowest level: error by default.
//
// REQUIRES: created after InitLogging and destroyed before ShutdownLogging, at
// most once in a process. gRPC logs nothing afterwards.
class GrpcLog {
 public:
  GrpcLog();
  // Returns when no thread of gRPC is in the log any more.
  ~GrpcLog();
  GrpcLog(const GrpcLog&) = delete;
  GrpcLog& operator=(const GrpcLog&) = delete;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_LOG_H_
