#include "server/base/retry_delay.h"

#include <cstdint>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

constexpr char kPayloadUrl[] = "interpres/retry_delay_ms";

}  // namespace

absl::Status WithRetryDelay(absl::Status status,
                            std::chrono::milliseconds delay) {
  status.SetPayload(kPayloadUrl,
                    absl::Cord(absl::StrCat(int64_t{delay.count()})));
  return status;
}

std::optional<std::chrono::milliseconds> RetryDelay(
    const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kPayloadUrl);
  int64_t milliseconds = 0;
  if (!payload.has_value() ||
      !absl::SimpleAtoi(std::string(*payload), &milliseconds)) {
    return std::nullopt;
  }
  return std::chrono::milliseconds(milliseconds);
}

}  // namespace interpres
