// Tested by convert_command_test.cc.

#include "model/transformer/int8_export.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/weights_file.h"
#include "model/config/network.h"
#include "model/transformer/matrix_reader.h"

namespace interpres {
namespace {

// Quantises the parameters of a model and keeps their tensors.
class Exporter {
 public:
  explicit Exporter(const ModelDirectory& model)
      : model_(model), parameters_(model.parameters()) {}

  absl::Status AddVector(const ParameterShape& parameter) {
    AlignedBuffer<float>& values = floats_.emplace_back(parameter.size());
    INTERPRES_RETURN_IF_ERROR(
        parameters_.ReadFloat32(parameter.id, parameter.shape, values.span()));
    AddFloats(model_.family->tensor_name(parameter.id), parameter.shape,
              values.span());
    return absl::OkStatus();
  }

  absl::Status AddMatrix(const JoinedMatrix& matrix) {
    INTERPRES_ASSIGN_OR_RETURN(Int8Rows read,
                               MatrixReader(parameters_).ReadInt8(matrix));
    const Int8Rows& rows = rows_.emplace_back(std::move(read));
    const auto size = static_cast<std::size_t>(matrix.outputs * matrix.inputs);
    const auto outputs = static_cast<std::size_t>(matrix.outputs);
    std::span<const int8_t> weights = rows.weights.span();
    std::span<const float> scales = rows.scales.span();
    for (const ParameterId& part : matrix.parts) {
      const std::string name = model_.family->tensor_name(part);
      tensors_.push_back({.name = name,
                          .type = DataType::kInt8,
                          .shape = {matrix.outputs, matrix.inputs},
                          .bytes = std::as_bytes(weights.first(size))});
      AddFloats(name + kInt8Scales, {matrix.outputs}, scales.first(outputs));
      if (rows.input_multiplier != 0.0F) {
        AddFloats(name + kInt8InputMultiplier, {1},
                  std::span(&rows.input_multiplier, 1));
      }
      weights = weights.subspan(size);
      scales = scales.subspan(outputs);
    }
    return absl::OkStatus();
  }

  const std::vector<ByteTensor>& tensors() const { return tensors_; }

 private:
  void AddFloats(std::string name, std::vector<int64_t> shape,
                 std::span<const float> values) {
    tensors_.push_back({.name = std::move(name),
                        .type = DataType::kFloat32,
                        .shape = std::move(shape),
                        .bytes = std::as_bytes(values)});
  }

  const ModelDirectory& model_;
  const ParameterReader parameters_;
  // Lists keep their elements in place: `tensors_` points to them.
  std::list<AlignedBuffer<float>> floats_;
  std::list<Int8Rows> rows_;
  std::vector<ByteTensor> tensors_;
};

}  // namespace

absl::Status ExportInt8(const std::filesystem::path& path) {
  if (IsModelArchive(path)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path.string(), ": an archive has no place for ", kInt8File,
                     "; unpack the archive and give the directory"));
  }
  const std::string stamp = WeightsStamp(path);
  INTERPRES_ASSIGN_OR_RETURN(const ModelDirectory model,
                             ReadModelDirectory(path));
  const ModelConfig& config = model.description.config;
  const JoinedMatrices matrices = JoinedMatricesOf(config);
  Exporter exporter(model);
  for (const ParameterShape& parameter : ParametersOf(config)) {
    const auto found = matrices.find(parameter.id);
    absl::Status added;
    if (found != matrices.end()) {
      added = exporter.AddMatrix(found->second);
    } else if (!IsMatrix(parameter.id)) {
      added = exporter.AddVector(parameter);
    }
    INTERPRES_RETURN_IF_ERROR(added);
  }
  // Otherwise the stamp would name weights that were not read.
  if (WeightsStamp(path) != stamp) {
    return absl::AbortedError(absl::StrCat(
        path.string(),
        ": the weights were replaced while they were read; convert again"));
  }
  const std::filesystem::path origin = model.weights->name();
  return WriteInt8Weights(path / kInt8File, exporter.tensors(),
                          {.file = origin.filename().string(),
                           .checksum = model.weights->checksum(),
                           .stamp = stamp});
}

}  // namespace interpres
