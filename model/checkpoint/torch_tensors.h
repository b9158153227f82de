// The tensors that the pickle of a PyTorch file describes. Internal to
// model/checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_TORCH_TENSORS_H_
#define INTERPRES_MODEL_CHECKPOINT_TORCH_TENSORS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/pickle.h"
#include "model/checkpoint/tensor_source.h"

namespace interpres {

// Returns the names of the Python globals that a pickled dictionary of tensors
// needs, for ReadPickle. The result is always valid. Thread-safe.
std::span<const std::string_view> TorchGlobals();

// An array of numbers that tensors are parts of. Tied tensors share a storage.
struct TorchStorage {
  int64_t element_bytes = 0;  // 2, 4 or 8
  bool is_float = false;      // else integers, which no tensor of ours has
  DataType type = DataType::kFloat32;
  int64_t elements = 0;

  bool operator==(const TorchStorage&) const = default;
};

// The storages of a file, by their keys.
using TorchStorages = std::map<std::string, TorchStorage, std::less<>>;

// Returns the storages that the tensors of `root` are parts of. Returns
// INVALID_ARGUMENT unless `root` is a dictionary of names and tensors whose
// calls agree about each storage. `place` starts every message.
absl::StatusOr<TorchStorages> FindTorchStorages(const PickleValue& root,
                                                std::string_view place);

// The bytes of each storage.
using TorchStorageBytes =
    std::map<std::string, std::shared_ptr<const ByteSource>, std::less<>>;

// Returns the tensors of `root`, by their names. Returns INVALID_ARGUMENT if a
// name occurs twice, or if a tensor is not of a floating-point type or not
// within its storage. A tensor larger than `file_bytes`, the size of the file,
// is an error too. `place` starts every message. REQUIRES: FindTorchStorages
// accepts `root`, and `bytes` has each of its storages, with exactly the bytes
// of its elements.
absl::StatusOr<TensorSource::Tensors> FindTorchTensors(
    const PickleValue& root, const TorchStorageBytes& bytes, int64_t file_bytes,
    std::string_view place);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_TORCH_TENSORS_H_
