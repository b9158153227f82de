#include "model/checkpoint/weights_file.h"

#include <sys/stat.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/bad_file.h"
#include "model/checkpoint/data_checksum.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors.h"
#include "model/checkpoint/torch_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using Source = std::unique_ptr<const TensorSource>;

constexpr int64_t kMaxIndexBytes = int64_t{64} << 20;
constexpr char kShards[] = "weight_map";

// A format of weights: one file, or an index and its shards.
struct Format {
  const char* file;
  const char* index;
  absl::StatusOr<Source> (*open)(const fs::path& path);
};
constexpr Format kFormats[] = {
    {"model.safetensors", "model.safetensors.index.json", &OpenSafetensors},
    {"pytorch_model.bin", "pytorch_model.bin.index.json", &OpenTorchFile},
};

// True also for a link that leads nowhere: opening it names the problem.
bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found &&
         !error;
}

// Moves the tensors of a shard to `tensors`. Each must be the one that the
// index means.
absl::Status AddShard(const std::map<std::string, std::string>& index,
                      const std::string& shard, const TensorSource& source,
                      TensorSource::Tensors& tensors) {
  for (const auto& [name, tensor] : source.tensors()) {
    const auto found = index.find(name);
    if (found == index.end() || found->second != shard) {
      return BadFile(source.name(), "tensor ", Quoted(name),
                     " is not in this file by the index; download the index "
                     "and all of its files again");
    }
    tensors.emplace(name, tensor);
  }
  return absl::OkStatus();
}

absl::StatusOr<Source> OpenShards(const fs::path& directory,
                                  const Format& format) {
  const fs::path file = directory / format.index;
  INTERPRES_ASSIGN_OR_RETURN(const std::string text,
                             ReadFile(file, kMaxIndexBytes));
  INTERPRES_ASSIGN_OR_RETURN(const auto index,
                             ParseShardIndex(text, file.string()));
  std::set<std::string> shards;
  for (const auto& [tensor, shard] : index) {
    shards.insert(shard);
  }
  TensorSource::Tensors tensors;
  DataChecksum checksum;
  for (const std::string& shard : shards) {
    INTERPRES_ASSIGN_OR_RETURN(const Source source,
                               format.open(directory / shard));
    INTERPRES_RETURN_IF_ERROR(AddShard(index, shard, *source, tensors));
    checksum.Add(std::as_bytes(std::span(source->checksum())));
  }
  for (const auto& [tensor, shard] : index) {
    if (!tensors.contains(tensor)) {
      return BadFile(file.string(), "tensor ", Quoted(tensor),
                     " is not in the file ", Quoted(shard),
                     "; download the index and all of its files again");
    }
  }
  return std::make_unique<const TensorSource>(file.string(), std::move(tensors),
                                              checksum.Hex());
}

// Returns the name, the size and the time of the last change of a file. Returns
// "" if there is no file.
std::string FileStamp(const fs::path& path) {
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0) {
    return "";
  }
  return absl::StrFormat("%s %d %d.%09d", path.filename().string(),
                         static_cast<int64_t>(found.st_size),
                         static_cast<int64_t>(found.st_mtim.tv_sec),
                         static_cast<int64_t>(found.st_mtim.tv_nsec));
}

// Returns the stamps of an index and of its shards.
std::string ShardStamps(const fs::path& index_file) {
  const auto text = ReadFile(index_file, kMaxIndexBytes);
  if (!text.ok()) {
    return "";
  }
  const auto index = ParseShardIndex(*text, index_file.string());
  if (!index.ok()) {
    return "";
  }
  std::set<std::string> shards;
  for (const auto& [tensor, shard] : *index) {
    shards.insert(shard);
  }
  std::string stamps = FileStamp(index_file);
  for (const std::string& shard : shards) {
    absl::StrAppend(&stamps, ", ", FileStamp(index_file.parent_path() / shard));
  }
  return stamps;
}

}  // namespace

std::string WeightsStamp(const fs::path& path) {
  for (const Format& format : kFormats) {
    if (Exists(path / format.file)) {
      return FileStamp(path / format.file);
    }
    if (Exists(path / format.index)) {
      return ShardStamps(path / format.index);
    }
  }
  return "";
}

absl::StatusOr<Source> OpenWeights(const fs::path& path) {
  for (const Format& format : kFormats) {
    if (Exists(path / format.file)) {
      return format.open(path / format.file);
    }
    if (Exists(path / format.index)) {
      return OpenShards(path, format);
    }
  }
  return absl::NotFoundError(absl::StrCat(
      (path / "model.safetensors").string(),
      ": no such file; expected model.safetensors or pytorch_model.bin, or the "
      "index of one of them and its parts; download the missing files"));
}

absl::StatusOr<std::map<std::string, std::string>> ParseShardIndex(
    std::string_view text, std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const auto found = document.find(kShards);
  if (found == document.end() || !found->is_object()) {
    return BadFile(file, kShards,
                   " is missing or not an object; expected the file name of "
                   "each tensor");
  }
  std::map<std::string, std::string> index;
  for (const auto& [tensor, shard] : found->items()) {
    // A plain name: the index must not lead out of the directory.
    const bool is_name =
        shard.is_string() && !shard.get_ref<const std::string&>().empty() &&
        fs::path(shard.get_ref<const std::string&>()).filename().string() ==
            shard.get_ref<const std::string&>();
    if (!is_name || shard == "." || shard == "..") {
      return BadFile(file, kShards, " ", Quoted(tensor), " is ", Excerpt(shard),
                     "; expected the name of a file beside the index");
    }
    index.emplace(tensor, shard.get<std::string>());
  }
  return index;
}

}  // namespace interpres
