#include "server/service/call_info.h"

namespace interpres {

CallInfo ReadHeaders(
    absl::FunctionRef<std::string_view(const char* name)> value_of) {
  return {.authorization = value_of("authorization"),
          .api_key = value_of("x-goog-api-key"),
          .client_name = value_of("interpres-client"),
          .request_id = value_of("x-request-id"),
          .traceparent = value_of("traceparent"),
          .max_response_bytes = value_of("interpres-max-response-bytes"),
          .priority = value_of("interpres-priority")};
}

}  // namespace interpres
