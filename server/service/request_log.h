// The log line of a request.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_LOG_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_LOG_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "server/service/call_identity.h"

namespace interpres {

struct RequestEvent {
  std::string_view method;
  const CallIdentity& identity;
  const absl::Status& status;
  int64_t texts = 0;
  double seconds = 0.0;
};

// Logs one line about a finished request: at level error if the status is
// INTERNAL, otherwise debug. The line has no text of the request. Thread-safe.
void LogRequest(const RequestEvent& event);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_LOG_H_
