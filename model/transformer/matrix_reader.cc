// Tested by matrix_reader_test.cc.

#include "model/transformer/matrix_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/kernels/quantization.h"

namespace interpres {
namespace {

// Returns the component whose matrix begins with this one, or the component
// itself.
Component FirstOfMatrix(Sublayer sublayer, Component component) {
  switch (component) {
    case Component::kKey:
    case Component::kValue:
      return sublayer == Sublayer::kSelfAttention ? Component::kQuery
                                                  : Component::kKey;
    case Component::kCandidate:
      return Component::kForget;
    case Component::kQuery:
    case Component::kOutput:
    case Component::kUp:
    case Component::kDown:
    case Component::kForget:
    case Component::kNorm:
      break;
  }
  return component;
}

}  // namespace

JoinedMatrices JoinedMatricesOf(const ModelConfig& config) {
  std::map<ParameterId, std::vector<int64_t>> shapes;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    shapes.emplace(parameter.id, parameter.shape);
  }
  JoinedMatrices matrices;
  // In the order of the components: query, key, value; forget, candidate.
  for (const auto& [id, shape] : shapes) {
    if (!IsMatrix(id)) {
      continue;
    }
    const ParameterId first =
        IsTokenMatrix(id)
            ? id
            : WeightOf(id.sublayer,
                       FirstOfMatrix(id.sublayer.sublayer, id.component));
    JoinedMatrix& matrix = matrices[first];
    matrix.parts.push_back(id);
    matrix.outputs = shape[0];
    matrix.inputs = shape[1];
  }
  return matrices;
}

absl::StatusOr<AlignedBuffer<float>> MatrixReader::ReadFloat32(
    const JoinedMatrix& matrix) const {
  AlignedBuffer<float> weights(matrix.rows() * matrix.inputs);
  const int64_t shape[] = {matrix.outputs, matrix.inputs};
  const auto size = static_cast<std::size_t>(matrix.outputs * matrix.inputs);
  std::span<float> rest = weights.span();
  for (const ParameterId& part : matrix.parts) {
    INTERPRES_RETURN_IF_ERROR(
        parameters_.ReadFloat32(part, shape, rest.first(size)));
    rest = rest.subspan(size);
  }
  return weights;
}

absl::StatusOr<Int8Rows> MatrixReader::ReadInt8(
    const JoinedMatrix& matrix) const {
  if (parameters_.HasInt8Rows(matrix.parts.front())) {
    return ReadStored(matrix);
  }
  JoinedMultipliers joined;
  for (const ParameterId& part : matrix.parts) {
    joined.Add(parameters_.Multipliers(part), matrix.outputs);
  }
  const StoredMultipliers multipliers = joined.Join();
  Int8Rows rows = {
      .weights = AlignedBuffer<int8_t>(matrix.rows() * matrix.inputs),
      .scales = AlignedBuffer<float>(matrix.rows()),
      .input_multiplier = multipliers.inputs};
  if (!multipliers.weights.empty()) {
    INTERPRES_RETURN_IF_ERROR(ReadBytes(matrix, rows.weights.span()));
    std::ranges::transform(multipliers.weights, rows.scales.data(),
                           [](float multiplier) { return 1.0F / multiplier; });
    return rows;
  }
  INTERPRES_ASSIGN_OR_RETURN(const AlignedBuffer<float> weights,
                             ReadFloat32(matrix));
  QuantizeRows(weights.data(), matrix.rows(), matrix.inputs,
               rows.weights.data(), rows.scales.data());
  return rows;
}

absl::Status MatrixReader::ReadBytes(const JoinedMatrix& matrix,
                                     std::span<int8_t> bytes) const {
  const int64_t shape[] = {matrix.outputs, matrix.inputs};
  const auto size = static_cast<std::size_t>(matrix.outputs * matrix.inputs);
  for (const ParameterId& part : matrix.parts) {
    INTERPRES_RETURN_IF_ERROR(
        parameters_.ReadInt8(part, shape, bytes.first(size)));
    bytes = bytes.subspan(size);
  }
  return absl::OkStatus();
}

absl::StatusOr<Int8Rows> MatrixReader::ReadStored(
    const JoinedMatrix& matrix) const {
  Int8Rows rows = {
      .weights = AlignedBuffer<int8_t>(matrix.rows() * matrix.inputs),
      .scales = AlignedBuffer<float>(matrix.rows()),
      .input_multiplier = parameters_.Multipliers(matrix.parts.front()).inputs};
  const int64_t shape[] = {matrix.outputs, matrix.inputs};
  const auto size = static_cast<std::size_t>(matrix.outputs * matrix.inputs);
  const auto outputs = static_cast<std::size_t>(matrix.outputs);
  std::span<int8_t> weights = rows.weights.span();
  std::span<float> scales = rows.scales.span();
  for (const ParameterId& part : matrix.parts) {
    const float inputs = parameters_.Multipliers(part).inputs;
    if (inputs != rows.input_multiplier) {
      return absl::InvalidArgumentError(absl::StrCat(
          parameters_.PlaceOf(part), " has the input multiplier ", inputs,
          "; expected ", rows.input_multiplier, " as ",
          parameters_.PlaceOf(matrix.parts.front()),
          "; write the file again with interpres-train convert --int8"));
    }
    INTERPRES_RETURN_IF_ERROR(parameters_.ReadInt8Rows(
        part, shape, weights.first(size), scales.first(outputs)));
    weights = weights.subspan(size);
    scales = scales.subspan(outputs);
  }
  return rows;
}

}  // namespace interpres
