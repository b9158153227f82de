// A file of weights that Marian saved: MODEL.npz or MODEL.bin.

#ifndef INTERPRES_MODEL_CHECKPOINT_MARIAN_FILE_H_
#define INTERPRES_MODEL_CHECKPOINT_MARIAN_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/tensor_source.h"

namespace interpres {

// The item of a file that has the configuration instead of a tensor.
inline constexpr char kMarianConfigItem[] = "special:model.yml";

// Maximum size of the configuration, in bytes. Marian writes about 1500.
inline constexpr int64_t kMaxMarianConfigBytes = int64_t{1} << 20;

// The content of a file, as Marian stores it: matrices are [inputs, outputs],
// vectors are [1, n] or [n].
struct MarianFile {
  std::string name;    // of the file, for messages
  std::string config;  // the text of special:model.yml
  TensorSource::Tensors tensors;
  std::string checksum;  // of the configuration and of the tensors
  // The size of the file, and of its compressed items once more, inflated.
  int64_t file_bytes = 0;
};

// Parses a file in the format that the ending of `name` says: ".npz" or ".bin",
// before the ending of a file that was decompressed, such as ".gz".
// Returns INVALID_ARGUMENT for another ending. Also returns the errors of
// ParseMarianNpz and ParseMarianBin. `name` starts every message.
absl::StatusOr<MarianFile> ParseMarianFile(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_FILE_H_
