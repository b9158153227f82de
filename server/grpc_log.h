// gRPC's own log lines.

#ifndef INTERPRES_SERVER_GRPC_LOG_H_
#define INTERPRES_SERVER_GRPC_LOG_H_

namespace interpres {

// While a GrpcLog exists, the log lines of the gRPC library go to the server's
// log (server/base/logging.h), in the format of that log. gRPC's environment
// variable GRPC_VERBOSITY chooses the lowest level; the default is error. After
// the destruction, the log lines of gRPC are dropped.
//
// REQUIRES: created after InitLogging and destroyed before ShutdownLogging, at
// most once in a process.
class GrpcLog {
 public:
  GrpcLog();
  // Waits until no thread of gRPC writes to the server's log. Later log lines
  // of gRPC are dropped.
  ~GrpcLog();
  GrpcLog(const GrpcLog&) = delete;
  GrpcLog& operator=(const GrpcLog&) = delete;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_LOG_H_
