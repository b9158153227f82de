// Writes the safetensors container (model/checkpoint/safetensors.h).

#ifndef INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_WRITER_H_
#define INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_WRITER_H_

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/tensor/tensor.h"

namespace interpres {

// A tensor to write. The writer converts the data to the type of the file.
struct NamedTensor {
  std::string name;
  std::vector<int64_t> shape;
  std::span<const float> data;
};

// Writes the file atomically: writes `path`.tmp, syncs it, renames it.
// `__metadata__` has `format: pt`, which transformers requires, and the XXH3 of
// the data bytes.
absl::Status WriteSafetensors(const std::filesystem::path& path,
                              const std::vector<NamedTensor>& tensors,
                              DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_WRITER_H_
