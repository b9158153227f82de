// int8.safetensors: the weights of a model, quantised to 8 bits in advance, so
// that a server with the compute type int8 starts without reading and
// quantising the float weights (docs/int8_weights.md).
//
// A matrix is stored row by row, in the order of its parameter, and not in a
// layout of a CPU. A weight is its byte times the scale of its row.

#ifndef INTERPRES_MODEL_CHECKPOINT_INT8_WEIGHTS_H_
#define INTERPRES_MODEL_CHECKPOINT_INT8_WEIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/tensor_source.h"
#include "model/config/model_config.h"
#include "model/tensor/tensor.h"

namespace interpres {

inline constexpr char kInt8File[] = "int8.safetensors";

// What stands behind the name of a matrix in the names of the tensors with its
// scales [rows], and with the multiplier of its inputs [1]
// (StoredTensor::input_multiplier).
inline constexpr char kInt8Scales[] = ".scales";
inline constexpr char kInt8InputMultiplier[] = ".input_multiplier";

// Names the float weights that an int8 file was made from.
struct WeightsOrigin {
  std::string file;      // the file name of TensorSource::name
  std::string checksum;  // TensorSource::checksum
  std::string stamp;     // WeightsStamp of the directory, or ""
};

struct Int8Weights {
  // The matrices are of kInt8 and have tensors with their scales. The
  // multipliers of inputs are members of the matrices, not tensors.
  std::unique_ptr<const TensorSource> tensors;
  WeightsOrigin origin;
};

// A tensor to write, as the bytes of its elements. Borrows the bytes.
struct ByteTensor {
  std::string name = {};
  DataType type = DataType::kFloat32;
  std::vector<int64_t> shape = {};
  std::span<const std::byte> bytes = {};
};

// Opens an int8 file and checks it. Returns INVALID_ARGUMENT if the file is
// malformed, has no checksum or no origin, or has another version of the
// layout. Returns DATA_LOSS if the checksum of the data differs. Returns the
// error of the system if the file cannot be opened or read.
absl::StatusOr<Int8Weights> OpenInt8Weights(const std::filesystem::path& path);

// Like OpenInt8Weights, for the bytes of a file. `name` starts every message.
absl::StatusOr<Int8Weights> ParseInt8Weights(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

// Returns INVALID_ARGUMENT unless `weights`, the tensors of an int8 file, has
// every parameter of `config` with its shape and type, scales of at least 0 for
// each matrix, and no other tensor.
absl::Status CheckInt8Weights(const TensorSource& weights,
                              const ModelFamily& family,
                              const ModelConfig& config);

// Writes an int8 file in one step. Returns INVALID_ARGUMENT if a tensor does
// not have the bytes of its shape, or occurs twice. Returns the error of the
// system if the file cannot be written.
absl::Status WriteInt8Weights(const std::filesystem::path& path,
                              const std::vector<ByteTensor>& tensors,
                              const WeightsOrigin& origin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_INT8_WEIGHTS_H_
