// The error of a file that cannot be read.
// Internal to model/checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_BAD_FILE_H_
#define INTERPRES_MODEL_CHECKPOINT_BAD_FILE_H_

#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {

// Returns INVALID_ARGUMENT with the name or the place of the file, a colon and
// `parts`, joined.
template <typename... Parts>
absl::Status BadFile(std::string_view file, const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(AsAbsl(file), ": ", parts...));
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_BAD_FILE_H_
