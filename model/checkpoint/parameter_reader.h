// Reads the parameters of a network from a file, each by its identity.

#ifndef INTERPRES_MODEL_CHECKPOINT_PARAMETER_READER_H_
#define INTERPRES_MODEL_CHECKPOINT_PARAMETER_READER_H_

#include <cstdint>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/tensor_source.h"
#include "model/config/network.h"

namespace interpres {

// The multipliers of a matrix that a file stores in 8 bits. A byte is a value
// times its multiplier. 0 means that the file has no multiplier. `weights` is 1
// if each row of the matrix has a scale instead (ParameterReader::HasInt8Rows).
struct MatrixMultipliers {
  float weights = 0.0F;
  float inputs = 0.0F;  // of the values that the matrix is multiplied with
};

// Reads the weights of a network by parameter instead of by tensor name.
// Thread-safe. `family` and `file` must outlive the reader.
class ParameterReader {
 public:
  ParameterReader(const ModelFamily& family, const TensorSource& file)
      : family_(family), file_(file) {}

  // Writes the parameter `id` to `out`, as float32. Returns NOT_FOUND if the
  // file has no such tensor, and INVALID_ARGUMENT if it has another shape or a
  // value that is not finite. Returns the errors of ByteSource::Read. The
  // message names the file and the tensor. Does not apply the scales of rows:
  // use ReadInt8Rows if HasInt8Rows(id). REQUIRES: out.size() is the product of
  // `shape`.
  absl::Status ReadFloat32(const ParameterId& id,
                           std::span<const int64_t> shape,
                           std::span<float> out) const {
    return file_.ReadFloat32(family_.tensor_name(id), shape, out);
  }

  // Returns whether the file stores the matrix `id` as bytes with a scale for
  // each row (int8_weights.h).
  bool HasInt8Rows(const ParameterId& id) const {
    return file_.Find(family_.tensor_name(id) + kInt8Scales) != nullptr;
  }

  // Writes the bytes of the matrix `id` to `out`, and the scales of its rows to
  // `scales`. Returns the errors of TensorSource::ReadInt8 and
  // TensorSource::ReadFloat32. REQUIRES: HasInt8Rows(id), out.size() is the
  // product of `shape`, and scales.size() is shape[0].
  absl::Status ReadInt8Rows(const ParameterId& id,
                            std::span<const int64_t> shape,
                            std::span<int8_t> out,
                            std::span<float> scales) const {
    const std::string name = family_.tensor_name(id);
    const absl::Status status = file_.ReadInt8(name, shape, out);
    return status.ok()
               ? file_.ReadFloat32(name + kInt8Scales, shape.first(1), scales)
               : status;
  }

  // Writes the bytes of the matrix `id` to `out`. Returns the errors of
  // TensorSource::ReadLimitedInt8. REQUIRES: Multipliers(id).weights is above
  // 0, and out.size() is the product of `shape`.
  absl::Status ReadInt8(const ParameterId& id, std::span<const int64_t> shape,
                        std::span<int8_t> out) const {
    return file_.ReadLimitedInt8(family_.tensor_name(id), shape, out);
  }

  // Returns the file and the tensor of the parameter `id`, for messages.
  std::string PlaceOf(const ParameterId& id) const {
    return file_.name() + ": tensor \"" + family_.tensor_name(id) + "\"";
  }

  // Returns the multipliers of the matrix `id`, if the file stores it in 8
  // bits. Both are 0 for another matrix, and if the file has no such tensor.
  // `inputs` is also 0 if the file has no multiplier of the inputs.
  MatrixMultipliers Multipliers(const ParameterId& id) const {
    const StoredTensor* tensor = file_.Find(family_.tensor_name(id));
    if (tensor == nullptr || tensor->type != DataType::kInt8) {
      return {};
    }
    return {.weights = tensor->divisor, .inputs = tensor->input_multiplier};
  }

 private:
  const ModelFamily& family_;
  const TensorSource& file_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_PARAMETER_READER_H_
