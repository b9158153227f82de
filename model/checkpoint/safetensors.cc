#include "model/checkpoint/safetensors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/checkpoint/data_checksum.h"
#include "model/checkpoint/float_conversion.h"
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

// Reads all of the data. Releases the memory of `mapping` part by part, so that
// the file does not have to fit in memory. Null means no mapping.
std::string Checksum(std::span<const std::byte> data,
                     const MappedFile* mapping) {
  constexpr std::size_t kPart = std::size_t{4} << 20;
  DataChecksum checksum;
  while (!data.empty()) {
    const auto part = data.first(std::min(kPart, data.size()));
    checksum.Add(part);
    if (mapping != nullptr) {
      mapping->Release(part);
    }
    data = data.subspan(part.size());
  }
  return checksum.Hex();
}

}  // namespace

class SafetensorsFile::Impl {
 public:
  std::string name;
  std::string checksum;
  std::map<std::string, std::string> metadata;
  std::map<std::string, TensorView, std::less<>> tensors;
  // The bytes of the tensor views. Null means that the caller owns the bytes.
  std::unique_ptr<MappedFile> mapping;
};

SafetensorsFile::SafetensorsFile(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

SafetensorsFile::~SafetensorsFile() = default;

absl::StatusOr<std::unique_ptr<const SafetensorsFile>> SafetensorsFile::Open(
    const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(MappedFile mapping, MappedFile::Open(path));
  INTERPRES_ASSIGN_OR_RETURN(auto file,
                             Parse(mapping.bytes(), path.string(), &mapping));
  file->impl_->mapping = std::make_unique<MappedFile>(std::move(mapping));
  return file;
}

absl::StatusOr<std::unique_ptr<const SafetensorsFile>> SafetensorsFile::Parse(
    std::span<const std::byte> bytes, std::string_view name) {
  return Parse(bytes, name, nullptr);
}

absl::StatusOr<std::unique_ptr<SafetensorsFile>> SafetensorsFile::Parse(
    std::span<const std::byte> bytes, std::string_view name,
    const MappedFile* mapping) {
  INTERPRES_ASSIGN_OR_RETURN(SafetensorsHeader header,
                             ParseSafetensorsHeader(bytes, name));
  const auto data = bytes.subspan(static_cast<std::size_t>(header.data_offset));
  auto impl = std::make_unique<Impl>();
  impl->checksum = Checksum(data, mapping);
  INTERPRES_RETURN_IF_ERROR(VerifyChecksum(header, impl->checksum, name));
  impl->name = std::string(name);
  impl->metadata = std::move(header.metadata);
  for (auto& [tensor, entry] : header.entries) {
    impl->tensors.emplace(
        tensor,
        TensorView{.type = entry.type,
                   .shape = std::move(entry.shape),
                   .data = data.subspan(
                       static_cast<std::size_t>(entry.begin),
                       static_cast<std::size_t>(entry.end - entry.begin))});
  }
  return std::unique_ptr<SafetensorsFile>(new SafetensorsFile(std::move(impl)));
}

const TensorView* SafetensorsFile::Find(std::string_view name) const {
  const auto found = impl_->tensors.find(name);
  return found == impl_->tensors.end() ? nullptr : &found->second;
}

const std::map<std::string, TensorView, std::less<>>& SafetensorsFile::tensors()
    const {
  return impl_->tensors;
}

const std::map<std::string, std::string>& SafetensorsFile::metadata() const {
  return impl_->metadata;
}

const std::string& SafetensorsFile::checksum() const { return impl_->checksum; }

absl::Status SafetensorsFile::ReadFloat32(
    std::string_view name, std::span<const int64_t> expected_shape,
    std::span<float> out) const {
  const std::string place =
      absl::StrCat(impl_->name, ": tensor ", Quoted(name));
  const TensorView* view = Find(name);
  if (view == nullptr) {
    return absl::NotFoundError(absl::StrCat(place, " is missing; expected ",
                                            ShapeString(expected_shape)));
  }
  if (!std::equal(view->shape.begin(), view->shape.end(),
                  expected_shape.begin(), expected_shape.end())) {
    return absl::InvalidArgumentError(
        absl::StrCat(place, " has shape ", ShapeString(view->shape),
                     "; expected ", ShapeString(expected_shape)));
  }
  if (static_cast<int64_t>(out.size()) != view->size()) {
    return absl::InternalError(absl::StrCat(place, " has ", view->size(),
                                            " elements; the buffer has room "
                                            "for ",
                                            out.size()));
  }
  DecodeFloats(view->type, view->data, out);
  if (impl_->mapping != nullptr) {
    impl_->mapping->Release(view->data);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!std::isfinite(out[i])) {
      return absl::InvalidArgumentError(
          absl::StrCat(place, " holds ", out[i], " at element ", i,
                       "; weights must be finite"));
    }
  }
  return absl::OkStatus();
}

}  // namespace interpres
