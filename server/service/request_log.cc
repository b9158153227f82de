// Tested by tests/integration/server_process_test.cc.

#include "server/service/request_log.h"

#include <string>

#include "server/base/logging.h"

namespace interpres {

void LogRequest(const RequestEvent& event) {
  const bool failed = absl::IsInternal(event.status);
  const LogLevel level = failed ? LogLevel::kError : LogLevel::kDebug;
  const std::string code = absl::StatusCodeToString(event.status.code());
  const CallIdentity& identity = event.identity;
  if (identity.trace_id.empty()) {
    Log(level, "request",
        {{"method", event.method},
         {"code", code},
         {"texts", event.texts},
         {"seconds", event.seconds},
         {"request_id", identity.request_id}});
    return;
  }
  Log(level, "request",
      {{"method", event.method},
       {"code", code},
       {"texts", event.texts},
       {"seconds", event.seconds},
       {"request_id", identity.request_id},
       {"trace_id", identity.trace_id},
       {"parent_span_id", identity.parent_span_id}});
}

}  // namespace interpres
