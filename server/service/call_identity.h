// The ids of a call, in our log and in the logs of other programs.

#ifndef INTERPRES_SERVER_SERVICE_CALL_IDENTITY_H_
#define INTERPRES_SERVER_SERVICE_CALL_IDENTITY_H_

#include <string>
#include <string_view>

namespace interpres {

inline constexpr std::size_t kMaxRequestIdLength = 128;

struct CallIdentity {
  // The caller's header `x-request-id`, or 16 hexadecimal digits that this
  // server chose.
  std::string request_id;
  // The trace id and the parent span id from the caller's header `traceparent`
  // (W3C Trace Context, level 1). Both are empty if the header is absent or
  // malformed.
  std::string trace_id;
  std::string parent_span_id;
};

// Returns the identity of a call from the values of its headers `x-request-id`
// and `traceparent`. Chooses a request id if the caller's id is empty, is
// longer than kMaxRequestIdLength, or contains spaces or other characters than
// printable ASCII. Leaves the trace id and the parent span id empty if
// `traceparent` is empty or malformed.
CallIdentity IdentityOf(std::string_view request_id,
                        std::string_view traceparent);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_IDENTITY_H_
