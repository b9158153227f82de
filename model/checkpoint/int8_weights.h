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

// Endings of tensor names. The scales [rows] of a matrix NAME are the tensor
// NAME.scales. The multiplier of its inputs [1] is the tensor
// NAME.input_multiplier (StoredTensor::input_multiplier).
inline constexpr char kInt8Scales[] = ".scales";
inline constexpr char kInt8InputMultiplier[] = ".input_multiplier";

// Names the float weights that an int8 file was made from.
struct WeightsOrigin {
  std::string file;      // the file name of TensorSource::name
  std::string checksum;  // TensorSource::checksum
  std::string stamp;     // WeightsStamp of the directory, or ""
};

struct Int8Weights {
  // The tensors of the file: matrices of kInt8, and float32 tensors such as
  // their scales. The multipliers of inputs are members of the matrices, not
  // tensors. CheckInt8Weights compares the tensors with a model.
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
// layout. Returns DATA_LOSS if the checksum of the data differs or the file
// changes during the call. Returns the error of the system if the file cannot
// be opened or read. Does not compare the tensors with a model
// (CheckInt8Weights).
absl::StatusOr<Int8Weights> OpenInt8Weights(const std::filesystem::path& path);

// Checks the bytes of an int8 file and returns its tensors, which keep `bytes`
// alive. Returns the errors of OpenInt8Weights. `name` starts every message.
absl::StatusOr<Int8Weights> ParseInt8Weights(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

// Compares `weights`, the tensors of an int8 file, with a model. Returns
// INVALID_ARGUMENT unless `weights` has every parameter of `config` with its
// shape and type, and no other tensor. Each matrix must have scales of at least
// 0. Also returns the errors of ByteSource::Read, because the function reads
// the scales.
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
