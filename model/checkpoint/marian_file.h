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

// The name of the item of a file of weights that has the configuration instead
// of a tensor.
inline constexpr char kMarianConfigItem[] = "special:model.yml";

// Maximum size of the item `special:model.yml`, in bytes. Marian writes about
// 1500.
inline constexpr int64_t kMaxMarianConfigBytes = int64_t{1} << 20;

// The content of a file of weights, as Marian stores it. The matrices of layers
// are [inputs, outputs], embeddings are [tokens, size], and vectors are [1, n]
// or [n].
struct MarianFile {
  std::string name;    // of the file, for messages
  std::string config;  // the text of special:model.yml
  TensorSource::Tensors tensors;
  std::string checksum;  // of the configuration and of the tensors
  // Size of the file plus the size of its compressed items after inflation, in
  // bytes. Bounds the size of a tensor.
  int64_t file_bytes = 0;
};

// Parses a file of weights in the format that the ending of `name` says: ".npz"
// or ".bin". An ending ".gz" or ".zst" behind the format is ignored, because
// `bytes` are decompressed already. Returns INVALID_ARGUMENT for another
// ending. Also returns the errors of ParseMarianNpz and ParseMarianBin. `name`
// starts every message.
absl::StatusOr<MarianFile> ParseMarianFile(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MARIAN_FILE_H_
