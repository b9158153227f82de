#include "model/checkpoint/decompressed_files.h"

#include <utility>

#include "model/base/status.h"
#include "model/checkpoint/decompression.h"

namespace interpres {
namespace {

constexpr int64_t kMaxCompressedBytes = int64_t{4} << 30;

}  // namespace

DecompressedFiles::DecompressedFiles(const ModelFiles& files,
                                     std::span<const std::string> names)
    : files_(files) {
  for (const std::string& name : names) {
    if (CompressionOf(name) == Compression::kNone) {
      stored_[name] = name;
    } else {
      stored_.emplace(WithoutCompression(name), name);
    }
  }
}

std::vector<std::string> DecompressedFiles::names() const {
  std::vector<std::string> names;
  for (const auto& [shown, stored] : stored_) {
    names.push_back(shown);
  }
  return names;
}

std::string DecompressedFiles::StoredName(std::string_view name) const {
  const auto found = stored_.find(name);
  return found == stored_.end() ? std::string(name) : found->second;
}

std::string DecompressedFiles::PlaceOf(std::string_view name) const {
  return files_.PlaceOf(StoredName(name));
}

bool DecompressedFiles::Has(std::string_view name) const {
  return files_.Has(StoredName(name));
}

absl::StatusOr<std::string> DecompressedFiles::Read(std::string_view name,
                                                    int64_t max_bytes) const {
  const std::string stored = StoredName(name);
  const Compression compression = CompressionOf(stored);
  if (compression == Compression::kNone) {
    return files_.Read(stored, max_bytes);
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string bytes,
                             files_.Read(stored, kMaxCompressedBytes));
  return Decompress(compression, bytes, max_bytes, PlaceOf(name));
}

absl::StatusOr<std::shared_ptr<const ByteSource>> DecompressedFiles::Open(
    std::string_view name) const {
  const std::string stored = StoredName(name);
  const Compression compression = CompressionOf(stored);
  if (compression == Compression::kNone) {
    return files_.Open(stored);
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string bytes,
                             files_.Read(stored, kMaxCompressedBytes));
  INTERPRES_ASSIGN_OR_RETURN(
      std::string decompressed,
      Decompress(compression, bytes,
                 MaxDecompressedBytes(static_cast<int64_t>(bytes.size())),
                 PlaceOf(name)));
  return OwnBytes(std::move(decompressed));
}

}  // namespace interpres
