// The line that the log has for each request.

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

// On level debug, or error where the server failed. Never any text.
void LogRequest(const RequestEvent& event);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_LOG_H_
