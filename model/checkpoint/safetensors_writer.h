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

// A tensor to write. Borrows the values, which are float32. WriteSafetensors
// converts the values to the type of the file.
struct NamedTensor {
  std::string name;
  std::vector<int64_t> shape;
  std::span<const float> data;
};

// Writes a safetensors file in one step: writes `path`.tmp, syncs it and
// renames it to `path`. Stores the values as `type`. Returns INVALID_ARGUMENT
// if a shape does not fit its data, a name occurs twice or is `__metadata__`,
// or a stored value would not be finite. Returns the error of the system if the
// file cannot be written. `__metadata__` has `format: pt`, which transformers
// requires, and the XXH3 of the data.
absl::Status WriteSafetensors(const std::filesystem::path& path,
                              const std::vector<NamedTensor>& tensors,
                              DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_WRITER_H_
