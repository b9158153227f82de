// Weights that Marian saved as MODEL.npz, an archive of NumPy's arrays.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_NPZ_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_NPZ_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/marian_file.h"

namespace interpres {

// Parses the bytes of a file. Returns INVALID_ARGUMENT if the archive is
// damaged, lacks the configuration, or has an array that is not of float32 or
// float16. Compressed arrays are inflated in memory. Returns INVALID_ARGUMENT
// if they are more than 16 times as large as the file. `name` starts every
// message.
absl::StatusOr<MarianFile> ParseMarianNpz(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_NPZ_H_
