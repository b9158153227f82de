#include "model/checkpoint/safetensors.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

absl::Status VerifyChecksum(const SafetensorsHeader& header,
                            const std::string& found, std::string_view file) {
  const auto stored = header.metadata.find(kChecksumKey);
  if (stored == header.metadata.end()) {
    return absl::OkStatus();  // not written by us
  }
  if (stored->second == found) {
    return absl::OkStatus();
  }
  return absl::DataLossError(
      absl::StrCat(AsAbsl(file), ": the XXH3 checksum of the data is ", found,
                   ", expected ", Quoted(stored->second),
                   ": the file is damaged; copy or download it again"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<const TensorSource>> OpenSafetensors(
    const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(const auto bytes, OpenByteSource(path));
  return ParseSafetensors(bytes, path.string());
}

absl::StatusOr<SafetensorsContent> ReadSafetensors(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name,
    std::span<const DataType> types) {
  INTERPRES_ASSIGN_OR_RETURN(SafetensorsHeader header,
                             ParseSafetensorsHeader(*bytes, name, types));
  SafetensorsContent content;
  INTERPRES_ASSIGN_OR_RETURN(content.checksum,
                             Checksum(*bytes, header.data_offset));
  INTERPRES_RETURN_IF_ERROR(VerifyChecksum(header, content.checksum, name));
  for (auto& [tensor, entry] : header.entries) {
    StoredTensor stored = {.type = entry.type,
                           .shape = std::move(entry.shape),
                           .bytes = bytes,
                           .offset = header.data_offset + entry.begin};
    stored.strides = RowMajorStrides(stored.shape);
    INTERPRES_RETURN_IF_ERROR(CheckStoredTensor(
        stored, bytes->size(),
        absl::StrCat(AsAbsl(name), ": tensor ", Quoted(tensor))));
    content.tensors.emplace(tensor, std::move(stored));
  }
  content.metadata = std::move(header.metadata);
  return content;
}

absl::StatusOr<std::unique_ptr<const TensorSource>> ParseSafetensors(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  INTERPRES_ASSIGN_OR_RETURN(SafetensorsContent content,
                             ReadSafetensors(bytes, name, kFloatTypes));
  return std::make_unique<const TensorSource>(std::string(name),
                                              std::move(content.tensors),
                                              std::move(content.checksum));
}

}  // namespace interpres
