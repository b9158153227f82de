#include "model/checkpoint/model_version.h"

#include <xxhash.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/read_file.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// No reader takes a larger one.
constexpr int64_t kMaxFileBytes = int64_t{1} << 30;

// Chains a file to the hash of those before it; its name keeps equal bytes in
// different files apart.
uint64_t Chain(uint64_t hash, std::string_view name, std::string_view bytes) {
  hash = XXH3_64bits_withSeed(name.data(), name.size(), hash);
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), hash);
}

}  // namespace

WeightsIdentity IdentityOf(const TensorSource& weights) {
  return {.file = std::filesystem::path(weights.name()).filename().string(),
          .checksum = weights.checksum()};
}

std::string VersionOf(const WeightsIdentity& weights,
                      std::span<const VersionedFile> files) {
  uint64_t hash = Chain(0, weights.file, weights.checksum);
  for (const VersionedFile& file : files) {
    hash = Chain(hash, file.name, file.bytes);
  }
  return absl::StrFormat("%016x", hash);
}

absl::StatusOr<std::string> ContentVersion(const std::filesystem::path& path,
                                           const WeightsIdentity& weights) {
  std::vector<VersionedFile> files;
  for (const char* name :
       {"config.json", "generation_config.json", "vocab.json", "source.spm",
        "target.spm", "shortlist.bin", "sentencepiece.bpe.model",
        "tokenizer.json"}) {
    absl::StatusOr<std::string> bytes = ReadFile(path / name, kMaxFileBytes);
    if (absl::IsNotFound(bytes.status())) {
      continue;  // ReadModelDirectory knows which may be missing
    }
    if (!bytes.ok()) {
      return bytes.status();
    }
    files.push_back({.name = name, .bytes = *std::move(bytes)});
  }
  return VersionOf(weights, files);
}

}  // namespace interpres
