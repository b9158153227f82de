// Weights that Marian saved as MODEL.npz, an archive of NumPy's arrays.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_NPZ_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_NPZ_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/marian_file.h"

namespace interpres {

// Parses the bytes of a .npz file of weights. Returns INVALID_ARGUMENT if the
// archive is damaged, lacks the configuration, or has a file that is not an
// array of float32 or float16. Compressed arrays are inflated in memory.
// Returns INVALID_ARGUMENT if they have more than 1 MiB plus 16 times the bytes
// of the file. Also returns the errors of ByteSource::Read. `name` starts every
// message about the content.
absl::StatusOr<MarianFile> ParseMarianNpz(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_NPZ_H_
