// Tested by int8_weights_test.cc.

#include "model/checkpoint/int8_weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/checkpoint/data_checksum.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors.h"
#include "model/checkpoint/safetensors_header.h"
#include "model/config/network.h"

namespace interpres {
namespace {

constexpr DataType kInt8FileTypes[] = {DataType::kFloat32, DataType::kInt8};
// The keys of `__metadata__`.
constexpr char kInt8VersionKey[] = "interpres_int8";
constexpr char kFileKey[] = "weights_file";
constexpr char kOriginKey[] = "weights_xxh3";
constexpr char kStampKey[] = "weights_stamp";
constexpr char kInt8LayoutVersion[] = "1";
constexpr char kWriteAgain[] =
    "write it again with interpres-train convert --int8";

template <typename... Parts>
absl::Status BadInt8File(std::string_view file, const Parts&... parts) {
  return absl::InvalidArgumentError(
      absl::StrCat(AsAbsl(file), ": ", parts..., "; ", kWriteAgain));
}

absl::StatusOr<WeightsOrigin> OriginIn(
    const std::map<std::string, std::string>& metadata, std::string_view file) {
  const auto version = metadata.find(kInt8VersionKey);
  if (version == metadata.end()) {
    return BadInt8File(file, "__metadata__ has no ", kInt8VersionKey,
                       "; expected a file of int8 weights");
  }
  if (version->second != kInt8LayoutVersion) {
    return BadInt8File(file, kInt8VersionKey, " is ", Quoted(version->second),
                       "; expected \"", kInt8LayoutVersion,
                       "\", the version of the layout");
  }
  WeightsOrigin origin;
  const std::pair<const char*, std::string*> fields[] = {
      {kFileKey, &origin.file},
      {kOriginKey, &origin.checksum},
      {kStampKey, &origin.stamp}};
  for (const auto& [key, field] : fields) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) {
      return BadInt8File(file, "__metadata__ has no ", key);
    }
    *field = found->second;
  }
  if (!metadata.contains(kChecksumKey)) {
    return BadInt8File(file, "__metadata__ has no ", kChecksumKey);
  }
  return origin;
}

// Moves the multipliers of inputs from their tensors to their matrices.
absl::Status TakeInputMultipliers(TensorSource::Tensors& tensors,
                                  std::string_view file) {
  const std::string suffix = kInt8InputMultiplier;
  const TensorSource source(std::string(file), tensors, "");
  for (const auto& [name, tensor] : source.tensors()) {
    if (!name.ends_with(suffix)) {
      continue;
    }
    const auto matrix =
        tensors.find(name.substr(0, name.size() - suffix.size()));
    if (matrix == tensors.end() || matrix->second.type != DataType::kInt8) {
      return BadInt8File(file, "tensor ", Quoted(name),
                         " belongs to no matrix");
    }
    float value = 0.0F;
    const int64_t shape[] = {1};
    INTERPRES_RETURN_IF_ERROR(
        source.ReadFloat32(name, shape, std::span(&value, 1)));
    if (value <= 0.0F) {
      return BadInt8File(file, "tensor ", Quoted(name), " is ", value,
                         "; expected a number above 0");
    }
    matrix->second.input_multiplier = value;
    tensors.erase(name);
  }
  return absl::OkStatus();
}

// Checks the tensors of a file, one after another, and remembers them.
class TensorChecker {
 public:
  explicit TensorChecker(const TensorSource& weights) : weights_(weights) {}

  absl::Status Expect(const std::string& name, DataType type,
                      const std::vector<int64_t>& shape) {
    const StoredTensor* tensor = weights_.Find(name);
    if (tensor == nullptr) {
      return BadInt8File(weights_.name(), "tensor ", Quoted(name), " of shape ",
                         ShapeString(shape), " is missing");
    }
    if (tensor->type != type || tensor->shape != shape) {
      return BadInt8File(weights_.name(), "tensor ", Quoted(name), " is ",
                         AsAbsl(DataTypeName(tensor->type)), " ",
                         ShapeString(tensor->shape), "; expected ",
                         AsAbsl(DataTypeName(type)), " ", ShapeString(shape));
    }
    expected_.insert(name);
    return absl::OkStatus();
  }

  // Expects the bytes and the scales of a matrix.
  absl::Status ExpectMatrix(const std::string& name,
                            const std::vector<int64_t>& shape) {
    INTERPRES_RETURN_IF_ERROR(Expect(name, DataType::kInt8, shape));
    return ExpectScales(name + kInt8Scales, shape[0]);
  }

  absl::Status ExpectScales(const std::string& name, int64_t rows) {
    const std::vector<int64_t> shape = {rows};
    INTERPRES_RETURN_IF_ERROR(Expect(name, DataType::kFloat32, shape));
    std::vector<float> scales(static_cast<std::size_t>(rows));
    INTERPRES_RETURN_IF_ERROR(weights_.ReadFloat32(name, shape, scales));
    const auto negative = std::ranges::find_if(
        scales, [](float scale) { return std::signbit(scale); });
    if (negative != scales.end()) {
      return BadInt8File(weights_.name(), "tensor ", Quoted(name), " holds ",
                         *negative, " at element ", negative - scales.begin(),
                         "; expected scales of at least 0");
    }
    return absl::OkStatus();
  }

  absl::Status ExpectNoOther() const {
    for (const auto& [name, tensor] : weights_.tensors()) {
      if (!expected_.contains(name)) {
        return BadInt8File(weights_.name(), "tensor ", Quoted(name),
                           " belongs to no parameter of the model");
      }
    }
    return absl::OkStatus();
  }

 private:
  const TensorSource& weights_;
  std::set<std::string> expected_;
};

// Offsets of elements are multiples of their size, so the bytes come last.
std::vector<const ByteTensor*> InOrder(const std::vector<ByteTensor>& tensors) {
  std::vector<const ByteTensor*> order;
  order.reserve(tensors.size());
  for (const ByteTensor& tensor : tensors) {
    order.push_back(&tensor);
  }
  std::ranges::stable_sort(order, [](const ByteTensor* a, const ByteTensor* b) {
    return DataTypeSize(a->type) > DataTypeSize(b->type);
  });
  return order;
}

absl::StatusOr<SafetensorsHeader> LayOutBytes(
    const std::vector<const ByteTensor*>& tensors, const std::string& file) {
  SafetensorsHeader header;
  int64_t offset = 0;
  for (const ByteTensor* tensor : tensors) {
    const auto size = static_cast<int64_t>(tensor->bytes.size());
    int64_t expected = DataTypeSize(tensor->type);
    for (const int64_t dimension : tensor->shape) {
      expected *= dimension;
    }
    const bool added =
        size == expected &&
        header.entries
            .emplace(tensor->name, SafetensorsEntry{.type = tensor->type,
                                                    .shape = tensor->shape,
                                                    .begin = offset,
                                                    .end = offset + size})
            .second;
    if (!added) {
      return absl::InvalidArgumentError(absl::StrCat(
          file, ": tensor ", Quoted(tensor->name), " of shape ",
          ShapeString(tensor->shape), " is given twice or comes with ", size,
          " bytes; expected each tensor once, with ", expected, " bytes"));
    }
    offset += size;
  }
  return header;
}

}  // namespace

absl::StatusOr<Int8Weights> OpenInt8Weights(const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(const auto bytes, OpenByteSource(path));
  return ParseInt8Weights(bytes, path.string());
}

absl::StatusOr<Int8Weights> ParseInt8Weights(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  INTERPRES_ASSIGN_OR_RETURN(SafetensorsContent file,
                             ReadSafetensors(bytes, name, kInt8FileTypes));
  Int8Weights weights;
  INTERPRES_ASSIGN_OR_RETURN(weights.origin, OriginIn(file.metadata, name));
  INTERPRES_RETURN_IF_ERROR(TakeInputMultipliers(file.tensors, name));
  weights.tensors = std::make_unique<const TensorSource>(
      std::string(name), std::move(file.tensors), std::move(file.checksum));
  return weights;
}

absl::Status CheckInt8Weights(const TensorSource& weights,
                              const ModelFamily& family,
                              const ModelConfig& config) {
  TensorChecker checker(weights);
  for (const ParameterShape& parameter : ParametersOf(config)) {
    const std::string name = family.tensor_name(parameter.id);
    INTERPRES_RETURN_IF_ERROR(
        IsMatrix(parameter.id)
            ? checker.ExpectMatrix(name, parameter.shape)
            : checker.Expect(name, DataType::kFloat32, parameter.shape));
  }
  return checker.ExpectNoOther();
}

absl::Status WriteInt8Weights(const std::filesystem::path& path,
                              const std::vector<ByteTensor>& tensors,
                              const WeightsOrigin& origin) {
  const std::vector<const ByteTensor*> order = InOrder(tensors);
  INTERPRES_ASSIGN_OR_RETURN(SafetensorsHeader header,
                             LayOutBytes(order, path.string()));
  DataChecksum checksum;
  for (const ByteTensor* tensor : order) {
    checksum.Add(tensor->bytes);
  }
  header.metadata = {{kInt8VersionKey, kInt8LayoutVersion},
                     {kChecksumKey, checksum.Hex()},
                     {kFileKey, origin.file},
                     {kOriginKey, origin.checksum},
                     {kStampKey, origin.stamp}};
  INTERPRES_ASSIGN_OR_RETURN(const auto writer, AtomicFileWriter::Create(path));
  INTERPRES_RETURN_IF_ERROR(writer->Write(SerializeSafetensorsHeader(header)));
  for (const ByteTensor* tensor : order) {
    INTERPRES_RETURN_IF_ERROR(writer->Write(tensor->bytes));
  }
  return writer->Commit();
}

}  // namespace interpres
