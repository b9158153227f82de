#include "server/service/call_identity.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"

namespace interpres {
namespace {

// Returns a different id for each call. Other processes very likely return
// other ids.
std::string NewRequestId() {
  static std::atomic<uint64_t> next = [] {
    std::random_device random;
    return uint64_t{random()} << 32 | random();
  }();
  return absl::StrFormat("%016x", next.fetch_add(1, std::memory_order_relaxed));
}

bool IsPrintable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isgraph(static_cast<unsigned char>(c));
  });
}

// Returns whether the text has lower-case hexadecimal digits that are not all
// 0.
bool IsTraceField(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos &&
         text.find_first_not_of('0') != text.npos;
}

}  // namespace

CallIdentity IdentityOf(std::string_view request_id,
                        std::string_view traceparent) {
  CallIdentity identity;
  const bool usable = !request_id.empty() &&
                      request_id.size() <= kMaxRequestIdLength &&
                      IsPrintable(request_id);
  identity.request_id = usable ? std::string(request_id) : NewRequestId();
  // version "-" trace-id "-" parent-id "-" flags. Later versions may add
  // fields.
  if (traceparent.size() >= 55 && traceparent[2] == '-' &&
      traceparent[35] == '-' && traceparent[52] == '-' &&
      traceparent.substr(0, 2) != "ff" &&
      IsTraceField(traceparent.substr(3, 32)) &&
      IsTraceField(traceparent.substr(36, 16))) {
    identity.trace_id = traceparent.substr(3, 32);
    identity.parent_span_id = traceparent.substr(36, 16);
  }
  return identity;
}

}  // namespace interpres
