#include "model/checkpoint/marian_npz.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/bad_file.h"
#include "model/checkpoint/data_checksum.h"
#include "model/checkpoint/decompression.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/npy_header.h"
#include "model/checkpoint/safetensors_header.h"
#include "model/checkpoint/zip_archive.h"

namespace interpres {
namespace {

constexpr std::string_view kNpyEnding = ".npy";

// Reads the arrays of an archive.
class NpzReader {
 public:
  NpzReader(const ZipArchive& archive, std::string_view file,
            int64_t file_bytes)
      : archive_(archive),
        file_(file),
        file_bytes_(file_bytes),
        inflated_left_(MaxDecompressedBytes(file_bytes)) {}

  absl::StatusOr<MarianFile> Read() {
    result_.name = std::string(file_);
    result_.file_bytes = file_bytes_;
    for (const auto& [member, entry] : archive_.members()) {
      if (!member.ends_with(kNpyEnding)) {
        return BadFile(file_, "the archive has ", Quoted(member),
                       "; expected arrays, NAME.npy; give the .npz file of a "
                       "Marian model");
      }
      INTERPRES_RETURN_IF_ERROR(AddArray(
          member, member.substr(0, member.size() - kNpyEnding.size())));
    }
    if (result_.config.empty()) {
      return BadFile(file_, "it has no ", kMarianConfigItem,
                     "; expected the .npz file of a Marian model, not of its "
                     "optimizer");
    }
    result_.file_bytes += MaxDecompressedBytes(file_bytes_) - inflated_left_;
    result_.checksum = checksum_.Hex();
    return std::move(result_);
  }

 private:
  absl::Status AddArray(const std::string& member, const std::string& name) {
    const std::string place =
        absl::StrCat(AsAbsl(file_), ": tensor ", Quoted(name));
    INTERPRES_ASSIGN_OR_RETURN(const auto bytes, Open(member));
    INTERPRES_ASSIGN_OR_RETURN(const NpyHeader header,
                               ReadNpyHeader(*bytes, place));
    // From the beginning to the end, so that the archive compares its checksum.
    INTERPRES_ASSIGN_OR_RETURN(const std::string part, Checksum(*bytes, 0));
    checksum_.Add(std::as_bytes(std::span(name)));
    checksum_.Add(std::as_bytes(std::span(part)));
    if (name == kMarianConfigItem) {
      return ReadConfig(*bytes, header);
    }
    StoredTensor tensor = {
        .shape = header.shape, .bytes = bytes, .offset = header.bytes};
    INTERPRES_ASSIGN_OR_RETURN(tensor.type, TypeOf(header.type, place));
    INTERPRES_RETURN_IF_ERROR(CheckElements(tensor, place));
    tensor.strides = Strides(header);
    result_.tensors.emplace(name, std::move(tensor));
    return absl::OkStatus();
  }

  // Compressed arrays are read into memory.
  absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      const std::string& member) {
    const ZipArchive::Member& entry = archive_.members().at(member);
    if (entry.is_stored) {
      return archive_.Stored(member);
    }
    INTERPRES_ASSIGN_OR_RETURN(std::string bytes,
                               archive_.ReadMember(member, inflated_left_));
    inflated_left_ -= static_cast<int64_t>(bytes.size());
    return OwnBytes(std::move(bytes));
  }

  absl::Status ReadConfig(const ByteSource& bytes, const NpyHeader& header) {
    const int64_t size = bytes.size() - header.bytes;
    const bool is_text =
        std::ranges::find(kTextTypes, header.type) != kTextTypes.end();
    if (!is_text || size > kMaxMarianConfigBytes) {
      return BadFile(
          file_, kMarianConfigItem, " has type ", Quoted(header.type), " and ",
          size, " bytes; expected \"|i1\" and at most ", kMaxMarianConfigBytes);
    }
    INTERPRES_ASSIGN_OR_RETURN(result_.config,
                               ReadText(bytes, header.bytes, size));
    // Marian fills the text with zero bytes.
    result_.config.erase(result_.config.find_last_not_of('\0') + 1);
    return absl::OkStatus();
  }

  static absl::StatusOr<DataType> TypeOf(const std::string& type,
                                         const std::string& place) {
    if (type == "<f4") {
      return DataType::kFloat32;
    }
    if (type == "<f2") {
      return DataType::kFloat16;
    }
    return absl::InvalidArgumentError(
        absl::StrCat(place, " has type ", Quoted(type),
                     "; expected \"<f4\" or \"<f2\"; save it as float32"));
  }

  // The elements must fill the member.
  absl::Status CheckElements(const StoredTensor& tensor,
                             const std::string& place) const {
    int64_t bytes = DataTypeSize(tensor.type);
    bool fits = true;
    for (const int64_t dimension : tensor.shape) {
      fits = fits && dimension >= 1 &&
             !__builtin_mul_overflow(bytes, dimension, &bytes);
    }
    const int64_t found = tensor.bytes->size() - tensor.offset;
    if (!fits || bytes != found) {
      return absl::InvalidArgumentError(absl::StrCat(
          place, " has shape ", ShapeString(tensor.shape), " and ", found,
          " bytes of elements, which do not fit: the file is damaged"));
    }
    return absl::OkStatus();
  }

  static std::vector<int64_t> Strides(const NpyHeader& header) {
    if (!header.fortran_order) {
      return RowMajorStrides(header.shape);
    }
    std::vector<int64_t> reversed(header.shape.rbegin(), header.shape.rend());
    std::vector<int64_t> strides = RowMajorStrides(reversed);
    std::ranges::reverse(strides);
    return strides;
  }

  static constexpr std::array<std::string_view, 4> kTextTypes = {"|i1", "<i1",
                                                                 "|u1", "<u1"};

  const ZipArchive& archive_;
  const std::string_view file_;
  const int64_t file_bytes_;
  int64_t inflated_left_;  // bytes
  MarianFile result_;
  DataChecksum checksum_;
};

}  // namespace

absl::StatusOr<MarianFile> ParseMarianNpz(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  INTERPRES_ASSIGN_OR_RETURN(const auto archive, ZipArchive::Open(bytes, name));
  return NpzReader(*archive, name, bytes->size()).Read();
}

}  // namespace interpres
