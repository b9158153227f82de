#include "model/checkpoint/safetensors_writer.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/checkpoint/data_checksum.h"
#include "model/checkpoint/float_conversion.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

constexpr std::size_t kChunkElements = 1 << 16;

absl::StatusOr<SafetensorsHeader> LayOut(
    const std::vector<NamedTensor>& tensors, DataType type,
    const std::string& file) {
  SafetensorsHeader header;
  int64_t offset = 0;
  for (const NamedTensor& tensor : tensors) {
    int64_t size = 1;
    bool fits = true;
    for (const int64_t dimension : tensor.shape) {
      fits = fits && dimension >= 0 &&
             !__builtin_mul_overflow(size, dimension, &size);
    }
    if (!fits || size != static_cast<int64_t>(tensor.data.size())) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ": tensor ", Quoted(tensor.name), " of shape ",
                       ShapeString(tensor.shape), " comes with ",
                       tensor.data.size(), " elements"));
    }
    const int64_t end = offset + size * DataTypeSize(type);
    const bool added =
        header.entries
            .emplace(tensor.name, SafetensorsEntry{.type = type,
                                                   .shape = tensor.shape,
                                                   .begin = offset,
                                                   .end = end})
            .second;
    if (!added || tensor.name == "__metadata__") {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ": the tensor name ", Quoted(tensor.name),
                       added ? " is reserved" : " is given twice"));
    }
    offset = end;
  }
  return header;
}

// Finite after rounding to `type`: a reader refuses anything else.
absl::Status CheckFinite(const NamedTensor& tensor, DataType type,
                         const std::string& file) {
  for (std::size_t i = 0; i < tensor.data.size(); ++i) {
    const float value = tensor.data[i];
    float stored = value;
    if (type == DataType::kFloat16) {
      stored = HalfToFloat(FloatToHalf(value));
    } else if (type == DataType::kBFloat16) {
      stored = BFloat16ToFloat(FloatToBFloat16(value));
    }
    if (!std::isfinite(stored)) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ": tensor ", Quoted(tensor.name), " holds ", value,
                       " at element ", i, ", which has no finite ",
                       AsAbsl(DataTypeName(type)), "; nothing was written"));
    }
  }
  return absl::OkStatus();
}

// Calls `use` with the stored bytes of one tensor, piece by piece. `buffer` has
// room for kChunkElements.
template <typename Use>
absl::Status ForEachChunk(std::span<const float> data, DataType type,
                          std::span<std::byte> buffer, Use& use) {
  const auto element = static_cast<std::size_t>(DataTypeSize(type));
  while (!data.empty()) {
    const auto chunk = data.first(std::min(data.size(), kChunkElements));
    const auto bytes = buffer.first(chunk.size() * element);
    EncodeFloats(type, chunk, bytes);
    absl::Status status = use(std::span<const std::byte>(bytes));
    if (!status.ok()) {
      return status;
    }
    data = data.subspan(chunk.size());
  }
  return absl::OkStatus();
}

// The same for all tensors, in order.
template <typename Use>
absl::Status ForEachChunk(const std::vector<NamedTensor>& tensors,
                          DataType type, Use use) {
  const auto element = static_cast<std::size_t>(DataTypeSize(type));
  std::vector<std::byte> buffer(kChunkElements * element);
  for (const NamedTensor& tensor : tensors) {
    absl::Status status = ForEachChunk(tensor.data, type, buffer, use);
    if (!status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

std::string Checksum(const std::vector<NamedTensor>& tensors, DataType type) {
  DataChecksum checksum;
  ForEachChunk(tensors, type, [&](std::span<const std::byte> bytes) {
    checksum.Add(bytes);
    return absl::OkStatus();
  }).IgnoreError();  // the lambda never fails
  return checksum.Hex();
}

}  // namespace

absl::Status WriteSafetensors(const std::filesystem::path& path,
                              const std::vector<NamedTensor>& tensors,
                              DataType type) {
  const std::string file = path.string();
  INTERPRES_ASSIGN_OR_RETURN(SafetensorsHeader header,
                             LayOut(tensors, type, file));
  for (const NamedTensor& tensor : tensors) {
    if (absl::Status status = CheckFinite(tensor, type, file); !status.ok()) {
      return status;
    }
  }
  header.metadata["format"] = "pt";
  // Two passes over the tensors: the checksum stands before the data.
  header.metadata[kChecksumKey] = Checksum(tensors, type);
  INTERPRES_ASSIGN_OR_RETURN(const auto writer, AtomicFileWriter::Create(path));
  INTERPRES_RETURN_IF_ERROR(writer->Write(SerializeSafetensorsHeader(header)));
  INTERPRES_RETURN_IF_ERROR(ForEachChunk(
      tensors, type,
      [&](std::span<const std::byte> bytes) { return writer->Write(bytes); }));
  return writer->Commit();
}

}  // namespace interpres
