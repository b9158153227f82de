// What a call is known by in logs, here and elsewhere.

#ifndef INTERPRES_SERVER_SERVICE_CALL_IDENTITY_H_
#define INTERPRES_SERVER_SERVICE_CALL_IDENTITY_H_

#include <string>
#include <string_view>

namespace interpres {

inline constexpr std::size_t kLongestRequestId = 128;

struct CallIdentity {
  // The caller's `x-request-id`, or 16 hexadecimal digits of ours.
  std::string request_id;
  // Of the caller's `traceparent` (W3C Trace Context, level 1); both "" if
  // there is none, or it is malformed.
  std::string trace_id;
  std::string parent_span_id;
};

// An id of a caller that is empty, longer than kLongestRequestId or not of
// printable ASCII is replaced by ours.
CallIdentity IdentityOf(std::string_view request_id,
                        std::string_view traceparent);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_IDENTITY_H_
