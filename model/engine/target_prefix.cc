// Tested by translation_model_test.cc.

#include "model/engine/target_prefix.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {

absl::StatusOr<std::vector<int32_t>> EncodeTargetPrefix(
    const Tokenizer& tokenizer, std::span<const int32_t> suppressed,
    std::string_view prefix) {
  const absl::StatusOr<EncodedText> text = tokenizer.EncodeTarget(prefix);
  if (!text.ok()) {
    return absl::Status(
        text.status().code(),
        absl::StrCat("target_prefix: ", text.status().message()));
  }
  const std::span<const int32_t> ids = text->own_pieces();
  for (const int32_t id : ids) {
    if (id == tokenizer.unk_id()) {
      return absl::InvalidArgumentError(
          "target_prefix has characters that the model's vocabulary does not "
          "know: a translation cannot begin with them");
    }
    if (std::binary_search(suppressed.begin(), suppressed.end(), id)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "target_prefix has the piece \"%s\", which this model never produces",
          AsAbsl(tokenizer.Piece(id))));
    }
  }
  return std::vector<int32_t>(ids.begin(), ids.end());
}

}  // namespace interpres
