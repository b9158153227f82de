#include "model/document/protected_span.h"

#include <array>

namespace interpres {

std::string_view ProtectionStepName(ProtectionStep step) {
  constexpr std::array<std::string_view, kProtectionStepCount> kNames = {
      "copy",       "model",    "n_best", "sentinel",
      "constraint", "division", "splice", "not_kept"};
  return kNames[static_cast<uint8_t>(step)];
}

}  // namespace interpres
