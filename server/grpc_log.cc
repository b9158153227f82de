#include "server/grpc_log.h"

#include <grpc/support/log.h>

#include <string_view>

#include "absl/base/thread_annotations.h"
#include "server/base/logging.h"
#include "server/base/mutex.h"

namespace interpres {
namespace {

// Threads of gRPC may still log when the server no longer does. The gate then
// drops their lines.
struct Gate {
  Mutex mutex;
  bool open ABSL_GUARDED_BY(mutex) = false;
};

// Never destroyed: a thread of gRPC may log while the process exits.
Gate& TheGate() {
  static Gate& gate = *new Gate();
  return gate;
}

LogLevel LevelOf(gpr_log_severity severity) {
  switch (severity) {
    case GPR_LOG_SEVERITY_DEBUG:
      return LogLevel::kDebug;
    case GPR_LOG_SEVERITY_INFO:
      return LogLevel::kInfo;
    case GPR_LOG_SEVERITY_ERROR:
      return LogLevel::kError;
  }
  return LogLevel::kError;
}

void Write(gpr_log_func_args* line) {
  std::string_view file = line->file;
  file.remove_prefix(file.rfind('/') + 1);
  Gate& gate = TheGate();
  const MutexLock lock(gate.mutex);
  if (gate.open) {
    Log(LevelOf(line->severity), "grpc",
        {{"file", file},
         {"line", int64_t{line->line}},
         {"detail", std::string_view(line->message)}});
  }
}

}  // namespace

GrpcLog::GrpcLog() {
  {
    Gate& gate = TheGate();
    const MutexLock lock(gate.mutex);
    gate.open = true;
  }
  gpr_set_log_function(Write);
}

GrpcLog::~GrpcLog() {
  Gate& gate = TheGate();
  const MutexLock lock(gate.mutex);
  gate.open = false;
}

}  // namespace interpres
