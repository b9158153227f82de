#include "model/checkpoint/weights_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/expected_tensors.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors_header.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/config/position_formula.h"

namespace interpres {
namespace {

using Shapes = std::map<std::string, std::vector<int64_t>>;

// Half precision rounds values near 1 by at most 2^-9 (BF16).
constexpr float kSinusoidTolerance = 0x1p-8f;

Shapes ExpectedShapes(const ModelFamily& family, const ModelConfig& config) {
  const auto list = ExpectedTensors(family, config);
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
  return absl::InvalidArgumentError(absl::StrCat(
      AsAbsl(file), ": tensor ", Quoted(name), " of shape ", ShapeString(shape),
      " is missing; download the file again, with its "
      "config.json"));
}

absl::Status Unknown(std::string_view file, const ModelFamily& family,
                     const std::string& name) {
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(file), ": tensor ", Quoted(name), " belongs to no ",
                   AsAbsl(family.name), " model of the shape in ",
                   AsAbsl(family.config_file)));
}

absl::Status CheckEmbeddingCopy(const TensorSource& weights,
                                const std::string& name,
                                const std::string& original_name,
                                std::string_view file) {
  INTERPRES_RETURN_IF_ERROR(CheckShape(file, name, weights.Find(name)->shape,
                                       weights.Find(original_name)->shape));
  INTERPRES_ASSIGN_OR_RETURN(const bool equal,
                             weights.AreEqual(name, original_name));
  if (equal) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(file), ": tensor ", Quoted(name), " differs from ",
                   Quoted(original_name),
                   ": models without tied embeddings are not supported"));
}

// Row p holds the sines of the angles of position p, then their cosines.
absl::Status CheckPositionsCopy(const TensorSource& weights,
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
    const double angle =
        PositionAngle(config.position_formula, config.first_position + position,
                      channel, 2 * half);
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
absl::Status CheckCopy(const TensorSource& weights, const std::string& name,
                       const ModelFamily& family, const ModelConfig& config,
                       std::string_view file) {
  const std::optional<StoredCopy> copy = family.copy_of(name);
  if (!copy.has_value()) {
    return Unknown(file, family, name);
  }
  switch (*copy) {
    case StoredCopy::kEmbedding:
      return CheckEmbeddingCopy(weights, name, family.tensor_name(kEmbeddingId),
                                file);
    case StoredCopy::kPositions:
      return CheckPositionsCopy(weights, name, config, file);
    case StoredCopy::kUnused:
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckWeights(const TensorSource& weights,
                          const ModelFamily& family, const ModelConfig& config,
                          std::string_view file) {
  const Shapes expected = ExpectedShapes(family, config);
  for (const auto& [name, shape] : expected) {
    const StoredTensor* view = weights.Find(name);
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
    absl::Status status = CheckCopy(weights, name, family, config, file);
    if (!status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTensorsToWrite(const std::vector<NamedTensor>& tensors,
                                 const ModelFamily& family,
                                 const ModelConfig& config,
                                 std::string_view file) {
  Shapes expected = ExpectedShapes(family, config);
  for (const NamedTensor& tensor : tensors) {
    const auto found = expected.find(tensor.name);
    if (found == expected.end()) {
      return Unknown(file, family, tensor.name);
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
