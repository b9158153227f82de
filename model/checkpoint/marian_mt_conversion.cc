// Tested by marian_mt_conversion_test.cc.

#include "model/checkpoint/marian_mt_conversion.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_directory_writer.h"
#include "model/checkpoint/shortlist.h"
#include "model/config/network.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxExtraBytes = int64_t{1} << 30;
constexpr float kLowestFloat16 = -65504.0F;

absl::Status CheckCanConvert(const ModelDirectory& model) {
  absl::Status status = CheckMarianMtLayout(model.description.config);
  if (model.family->token_template != TokenTemplate::kMarian) {
    status = absl::InvalidArgumentError(
        "sources begin with the language of the text, and the MarianMT layout "
        "has no such sources; serve the model in its own files");
  }
  if (status.ok()) {
    return status;
  }
  return absl::Status(
      status.code(),
      absl::StrCat(model.path.string(), ": this ", AsAbsl(model.family->name),
                   " model cannot be converted: ", status.message()));
}

// The values of the tensors of a network, with the names of MarianMT.
struct Tensors {
  std::vector<std::vector<float>> values;
  std::vector<NamedTensor> named;  // points into `values`
};

absl::StatusOr<Tensors> ReadTensors(const ModelDirectory& model,
                                    DataType type) {
  const ModelConfig& config = model.description.config;
  Tensors tensors;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    std::vector<float> values(static_cast<std::size_t>(parameter.size()));
    INTERPRES_RETURN_IF_ERROR(
        model.parameters().ReadFloat32(parameter.id, parameter.shape, values));
    if (parameter.id == kLogitsBiasId && type == DataType::kFloat16) {
      float& padding = values[static_cast<std::size_t>(config.pad_token_id)];
      padding = std::max(padding, kLowestFloat16);
    }
    tensors.values.push_back(std::move(values));
    tensors.named.push_back({.name = kMarianMt.tensor_name(parameter.id),
                             .shape = parameter.shape,
                             .data = tensors.values.back()});
  }
  return tensors;
}

// An archive has none of these files.
absl::StatusOr<std::vector<ExtraFile>> ReadExtraFiles(const fs::path& path) {
  std::vector<ExtraFile> files;
  for (const char* name : {kShortlistFile, "languages.bin"}) {
    absl::StatusOr<std::string> bytes = ReadFile(path / name, kMaxExtraBytes);
    if (bytes.ok()) {
      files.push_back({.name = name, .bytes = *std::move(bytes)});
    } else if (!absl::IsNotFound(bytes.status())) {
      return bytes.status();
    }
  }
  return files;
}

}  // namespace

absl::Status ConvertToMarianMt(const ModelDirectory& model,
                               const fs::path& output, DataType type) {
  INTERPRES_RETURN_IF_ERROR(CheckCanConvert(model));
  std::vector<ExtraFile> extra;
  if (!IsModelArchive(model.path)) {
    INTERPRES_ASSIGN_OR_RETURN(extra, ReadExtraFiles(model.path));
  }
  INTERPRES_ASSIGN_OR_RETURN(const Tensors tensors, ReadTensors(model, type));
  ModelDescription description = model.description;
  description.card.provenance["converted_from"] =
      absl::StrCat(AsAbsl(model.family->name), ", version ", model.version);
  return WriteModelDirectory(output, description, tensors.named, type, extra);
}

}  // namespace interpres
