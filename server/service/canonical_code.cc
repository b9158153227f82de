#include "server/service/canonical_code.h"

namespace interpres {
namespace {

// Of google.rpc.Code.
constexpr int kUnknownCode = 2;
constexpr int kMaxCanonicalCode = 16;

}  // namespace

int CanonicalCode(absl::StatusCode code) {
  // absl numbers its codes as google.rpc.Code does, and may have more.
  const int number = static_cast<int>(code);
  return number >= 0 && number <= kMaxCanonicalCode ? number : kUnknownCode;
}

void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto) {
  proto.set_seconds(duration.count() / 1000);
  proto.set_nanos(static_cast<int32_t>(duration.count() % 1000 * 1'000'000));
}

}  // namespace interpres
