#include "model/checkpoint/weights_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

using Shapes = std::map<std::string, std::vector<int64_t>>;

// Half precision rounds values near 1 by at most 2^-9 (BF16).
constexpr float kSinusoidTolerance = 0x1p-8f;

Shapes ExpectedShapes(const ModelConfig& config) {
  const auto list = ExpectedTensors(config);
  return Shapes(list.begin(), list.end());
}

absl::Status CheckShape(std::string_view file, const std::string& name,
                        const std::vector<int64_t>& found,
                        const std::vector<int64_t>& expected) {
  if (found == expected) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      AsAbsl(file), ": tensor ", Quoted(name), " has shape ",
      ShapeString(found), "; config.json asks for ", ShapeString(expected)));
}

absl::Status Missing(std::string_view file, const std::string& name,
                     const std::vector<int64_t>& shape) {
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(file), ": tensor ", Quoted(name), " of shape ",
                   ShapeString(shape), " is missing"));
}

absl::Status Unknown(std::string_view file, const std::string& name) {
  return absl::InvalidArgumentError(absl::StrCat(
      AsAbsl(file), ": tensor ", Quoted(name),
      " belongs to no MarianMT model of the shape in config.json"));
}

bool IsEmbeddingCopy(const std::string& name) {
  return name == "model.encoder.embed_tokens.weight" ||
         name == "model.decoder.embed_tokens.weight" ||
         name == "lm_head.weight";
}

bool IsSinusoidCopy(const std::string& name) {
  return name == "model.encoder.embed_positions.weight" ||
         name == "model.decoder.embed_positions.weight";
}

absl::Status CheckEmbeddingCopy(const SafetensorsFile& weights,
                                const std::string& name,
                                std::string_view file) {
  const TensorView& copy = *weights.Find(name);
  const TensorView& original = *weights.Find(kEmbeddingTensor);
  INTERPRES_RETURN_IF_ERROR(CheckShape(file, name, copy.shape, original.shape));
  if (copy.type == original.type &&
      std::equal(copy.data.begin(), copy.data.end(), original.data.begin(),
                 original.data.end())) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(file), ": tensor ", Quoted(name), " differs from \"",
                   kEmbeddingTensor,
                   "\": models without tied embeddings are not supported"));
}

// Row p is [sin(p * w_0) ..., cos(p * w_0) ...], w_i = 10000^(-2i/d_model).
absl::Status CheckSinusoidCopy(const SafetensorsFile& weights,
                               const std::string& name,
                               const ModelConfig& config,
                               std::string_view file) {
  const int64_t positions = config.max_position_embeddings;
  const int64_t half = config.d_model / 2;
  INTERPRES_RETURN_IF_ERROR(
      CheckShape(file, name, weights.Find(name)->shape, {positions, 2 * half}));
  std::vector<float> table(static_cast<std::size_t>(positions * 2 * half));
  INTERPRES_RETURN_IF_ERROR(
      weights.ReadFloat32(name, weights.Find(name)->shape, table));
  for (int64_t i = 0; i < positions * half; ++i) {
    const int64_t position = i / half;
    const int64_t channel = i % half;
    const double angle = static_cast<double>(position) *
                         std::pow(10000.0, -static_cast<double>(channel) /
                                               static_cast<double>(half));
    const float* row = table.data() + position * 2 * half;
    const double error =
        std::max(std::abs(row[channel] - std::sin(angle)),
                 std::abs(row[half + channel] - std::cos(angle)));
    if (error > kSinusoidTolerance) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(file), ": tensor ", Quoted(name), " differs by ",
                       error, " from the sinusoid of position ", position,
                       ": learned positions are not supported"));
    }
  }
  return absl::OkStatus();
}

// A tensor that is not among the expected ones.
absl::Status CheckCopy(const SafetensorsFile& weights, const std::string& name,
                       const ModelConfig& config, std::string_view file) {
  if (IsEmbeddingCopy(name)) {
    return CheckEmbeddingCopy(weights, name, file);
  }
  if (IsSinusoidCopy(name)) {
    return CheckSinusoidCopy(weights, name, config, file);
  }
  return Unknown(file, name);
}

}  // namespace

absl::Status CheckWeights(const SafetensorsFile& weights,
                          const ModelConfig& config, std::string_view file) {
  const Shapes expected = ExpectedShapes(config);
  for (const auto& [name, shape] : expected) {
    const TensorView* view = weights.Find(name);
    if (view == nullptr) {
      return Missing(file, name, shape);
    }
    if (absl::Status status = CheckShape(file, name, view->shape, shape);
        !status.ok()) {
      return status;
    }
  }
  for (const auto& [name, view] : weights.tensors()) {
    if (expected.contains(name)) {
      continue;
    }
    absl::Status status = CheckCopy(weights, name, config, file);
    if (!status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTensorsToWrite(const std::vector<NamedTensor>& tensors,
                                 const ModelConfig& config,
                                 std::string_view file) {
  Shapes expected = ExpectedShapes(config);
  for (const NamedTensor& tensor : tensors) {
    const auto found = expected.find(tensor.name);
    if (found == expected.end()) {
      return Unknown(file, tensor.name);
    }
    if (absl::Status status =
            CheckShape(file, tensor.name, tensor.shape, found->second);
        !status.ok()) {
      return status;
    }
    expected.erase(found);
  }
  if (!expected.empty()) {
    return Missing(file, expected.begin()->first, expected.begin()->second);
  }
  return absl::OkStatus();
}

}  // namespace interpres
