#include "server/service/canonical_code.h"

namespace interpres {
namespace {

// Numbers of google.rpc.Code.
constexpr int kUnknownCode = 2;
constexpr int kMaxCanonicalCode = 16;

}  // namespace

int CanonicalCode(absl::StatusCode code) {
  // absl has the numbers of google.rpc.Code, and possibly further ones.
  const int number = static_cast<int>(code);
  return number >= 0 && number <= kMaxCanonicalCode ? number : kUnknownCode;
}

void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto) {
  proto.set_seconds(duration.count() / 1000);
  proto.set_nanos(static_cast<int32_t>(duration.count() % 1000 * 1'000'000));
}

std::chrono::milliseconds DurationOf(const google::protobuf::Duration& proto) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::seconds(proto.seconds()) +
      std::chrono::nanoseconds(proto.nanos()));
}

}  // namespace interpres
