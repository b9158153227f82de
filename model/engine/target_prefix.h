// The tokens with which a translation must begin.

#ifndef INTERPRES_MODEL_ENGINE_TARGET_PREFIX_H_
#define INTERPRES_MODEL_ENGINE_TARGET_PREFIX_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Returns the target token ids of `prefix`, without the end symbol. An empty
// `prefix` has no ids. `suppressed` are the ids that the model never produces.
// Returns INVALID_ARGUMENT for invalid UTF-8, for characters outside the
// vocabulary and for suppressed pieces. REQUIRES: `suppressed` is in ascending
// order.
absl::StatusOr<std::vector<int32_t>> EncodeTargetPrefix(
    const Tokenizer& tokenizer, std::span<const int32_t> suppressed,
    std::string_view prefix);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_TARGET_PREFIX_H_
