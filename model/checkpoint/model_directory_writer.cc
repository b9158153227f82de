#include "model/checkpoint/model_directory_writer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/checkpoint/generation_config_json.h"
#include "model/checkpoint/hugging_face_parts.h"
#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/model_families.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/checkpoint/shortlist.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/checkpoint/weights_check.h"
#include "model/config/position_formula.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

// Every file that a checkpoint of ours may hold.
const std::set<std::string>& CheckpointFiles() {
  static const auto* const files =
      new std::set<std::string>{"config.json",   "generation_config.json",
                                kInt8File,       "interpres.json",
                                "languages.bin", "model.safetensors",
                                kShortlistFile,  "source.spm",
                                "target.spm",    "tokenizer_config.json",
                                "vocab.json"};
  return *files;
}

// Returns the family in whose files the model is written to `path`.
absl::StatusOr<const ModelFamily*> FamilyAt(const fs::path& path,
                                            const ModelConfig& config) {
  absl::StatusOr<const ModelFamily*> family = FamilyToWrite(config);
  if (family.ok()) {
    return family;
  }
  return absl::Status(
      family.status().code(),
      absl::StrCat(path.string(), ": ", family.status().message()));
}

// Checks that ReadModelDirectory would accept the description.
absl::Status CheckDescription(const ModelDescription& description,
                              const fs::path& path) {
  const std::string where = path.string();
  const auto in_file = [&](const char* file, const absl::Status& status) {
    return status.ok() ? status
                       : absl::Status(status.code(),
                                      absl::StrCat((path / file).string(), ": ",
                                                   status.message()));
  };
  INTERPRES_RETURN_IF_ERROR(
      in_file("config.json", ValidateModelConfig(description.config)));
  if (description.config.decoder_start_token_id !=
      description.config.pad_token_id) {
    return absl::InvalidArgumentError(
        absl::StrCat(where, ": decoder_start_token_id must be pad_token_id"));
  }
  INTERPRES_RETURN_IF_ERROR(in_file(
      "generation_config.json",
      ValidateGenerationConfig(description.generation, description.config)));
  INTERPRES_RETURN_IF_ERROR(ValidateVocabulary(description.vocabulary,
                                               description.config,
                                               (path / "vocab.json").string()));
  if (description.source_spm.empty() || description.target_spm.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(where, ": a SentencePiece model is empty"));
  }
  return ValidateModelCard(description.card,
                           (path / "interpres.json").string());
}

bool IsMountPoint(const fs::path& path) {
  struct statx info = {};
  return statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, 0, &info) == 0 &&
         (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

// A directory at `path` may be replaced only if it contains nothing but a
// checkpoint, so that no other file of the user is deleted.
absl::Status CheckReplaceable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return absl::OkStatus();
  }
  if (status.type() != fs::file_type::directory) {
    return absl::FailedPreconditionError(
        absl::StrCat(path.string(),
                     ": it exists and is not a directory; not "
                     "replaced; choose another path"));
  }
  if (IsMountPoint(path)) {
    return absl::FailedPreconditionError(absl::StrCat(
        path.string(),
        ": a file system is mounted there, so that it cannot be replaced; "
        "write to a directory in it, such as ",
        (path / "model").string()));
  }
  for (fs::directory_iterator it(path, error), end; it != end;
       it.increment(error)) {
    // A .tmp file: what an interrupted write left.
    const fs::path file = it->path().filename();
    const std::string name =
        (file.extension() == ".tmp" ? file.stem() : file).string();
    if (!CheckpointFiles().contains(name)) {
      return absl::FailedPreconditionError(absl::StrCat(
          path.string(), ": not replaced, because it holds \"", name,
          "\", which is no part of a checkpoint; take it away or choose "
          "another directory"));
    }
  }
  if (error) {
    return absl::ErrnoToStatus(error.value(),
                               absl::StrCat(path.string(), ": cannot list it"));
  }
  return absl::OkStatus();
}

absl::Status WriteText(const fs::path& path, std::string_view text) {
  INTERPRES_ASSIGN_OR_RETURN(const auto writer, AtomicFileWriter::Create(path));
  INTERPRES_RETURN_IF_ERROR(writer->Write(text));
  return writer->Commit();
}

absl::Status WriteDescription(const fs::path& directory,
                              const ModelFamily& family,
                              const ModelDescription& description) {
  LanguageDirection direction = description.tokenizer_languages;
  if (description.card.directions.size() == 1) {
    direction = description.card.directions.front();
  }
  const ModelConfig& config = description.config;
  INTERPRES_ASSIGN_OR_RETURN(std::string vocabulary,
                             SerializeVocabulary(description.vocabulary));
  const std::pair<const char*, std::string> files[] = {
      {"config.json",
       family.serialize_config(config, description.source_rules)},
      {"generation_config.json",
       SerializeGenerationConfig(description.generation, config)},
      {"vocab.json", std::move(vocabulary)},
      {"source.spm", description.source_spm},
      {"target.spm", description.target_spm},
      {"tokenizer_config.json",
       family.serialize_tokenizer_config(config, direction.source,
                                         direction.target)},
      {"interpres.json", SerializeModelCard(description.card)},
  };
  for (const auto& [name, text] : files) {
    if (absl::Status status = WriteText(directory / name, text); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

// Returns the encodings of all positions, [positions, d_model].
std::vector<float> PositionTable(const ModelConfig& config) {
  const int64_t half = config.d_model / 2;
  std::vector<float> table(static_cast<std::size_t>(
      config.max_position_embeddings * config.d_model));
  for (int64_t i = 0; i < config.max_position_embeddings * half; ++i) {
    const double angle = PositionAngle(config.position_formula, i / half,
                                       i % half, config.d_model);
    float* row = table.data() + i / half * config.d_model;
    row[i % half] = static_cast<float>(std::sin(angle));
    row[half + i % half] = static_cast<float>(std::cos(angle));
  }
  return table;
}

// transformers computes the positions of the paper, unless the file has tables.
absl::Status WriteWeights(const fs::path& path, const ModelConfig& config,
                          const std::vector<NamedTensor>& tensors,
                          DataType type) {
  if (config.position_formula == PositionFormula::kPaper) {
    return WriteSafetensors(path, tensors, type);
  }
  const std::vector<float> table = PositionTable(config);
  std::vector<NamedTensor> all = tensors;
  for (const Stack stack : {Stack::kEncoder, Stack::kDecoder}) {
    all.push_back({.name = PositionsCopyName(stack),
                   .shape = {config.max_position_embeddings, config.d_model},
                   .data = table});
  }
  return WriteSafetensors(path, all, type);
}

// Moves `fresh` to `path`. An existing checkpoint is exchanged in one step, so
// that a reader finds the old one or the new one at any time.
absl::Status Install(const fs::path& fresh, const fs::path& path) {
  if (rename(fresh.c_str(), path.c_str()) == 0) {
    return SyncDirectory(path.parent_path());
  }
  if (errno != ENOTEMPTY && errno != EEXIST) {
    return absl::ErrnoToStatus(
        errno,
        absl::StrCat(path.string(), ": cannot rename a directory to it"));
  }
  if (renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path.c_str(),
                RENAME_EXCHANGE) != 0) {
    return absl::ErrnoToStatus(
        errno,
        absl::StrCat(path.string(),
                     ": cannot exchange it with the new checkpoint; remove it "
                     "or write to another directory"));
  }
  return SyncDirectory(path.parent_path());
}

// A path without a trailing slash, so that it has a name and a parent.
fs::path WithoutTrailingSlash(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

// The sibling of `target` that a new checkpoint is written to, empty.
absl::StatusOr<fs::path> MakeTemporary(const fs::path& target) {
  INTERPRES_RETURN_IF_ERROR(CheckReplaceable(target));
  fs::path temporary = target;
  temporary += ".tmp";
  // What an interrupted write left.
  INTERPRES_RETURN_IF_ERROR(CheckReplaceable(temporary));
  std::error_code error;
  fs::remove_all(temporary, error);
  if (mkdir(temporary.c_str(), 0755) != 0) {
    return absl::ErrnoToStatus(
        errno, absl::StrCat(temporary.string(), ": cannot create it"));
  }
  return temporary;
}

}  // namespace

absl::Status PrepareModelDirectory(const fs::path& path) {
  const fs::path target = WithoutTrailingSlash(path);
  std::error_code error;
  if (target.has_parent_path()) {
    fs::create_directories(target.parent_path(), error);
  }
  if (error) {
    return absl::ErrnoToStatus(error.value(),
                               absl::StrCat(target.parent_path().string(),
                                            ": cannot create the directory"));
  }
  INTERPRES_ASSIGN_OR_RETURN(const fs::path temporary, MakeTemporary(target));
  fs::remove(temporary, error);
  return absl::OkStatus();
}

absl::Status CheckReplacing(const fs::path& path) {
  const fs::path target = WithoutTrailingSlash(path);
  INTERPRES_ASSIGN_OR_RETURN(const fs::path temporary, MakeTemporary(target));
  // Names that may be left there: see CheckReplaceable.
  const fs::path one = temporary / "config.json";
  const fs::path other = temporary / "vocab.json";
  absl::Status status;
  if (mkdir(one.c_str(), 0755) != 0 || mkdir(other.c_str(), 0755) != 0 ||
      renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(),
                RENAME_EXCHANGE) != 0) {
    status = absl::ErrnoToStatus(
        errno, absl::StrCat(target.parent_path().string(),
                            ": its file system cannot exchange two "
                            "directories in one step, which replaces a "
                            "checkpoint; write to another file system"));
  }
  std::error_code error;
  fs::remove_all(temporary, error);
  return status;
}

absl::Status WriteModelDirectory(const fs::path& path,
                                 const ModelDescription& description,
                                 const std::vector<NamedTensor>& tensors,
                                 DataType type,
                                 const std::vector<ExtraFile>& extra) {
  const fs::path target = WithoutTrailingSlash(path);
  INTERPRES_ASSIGN_OR_RETURN(const ModelFamily* const family,
                             FamilyAt(target, description.config));
  INTERPRES_RETURN_IF_ERROR(CheckDescription(description, target));
  INTERPRES_RETURN_IF_ERROR(
      CheckTensorsToWrite(tensors, *family, description.config,
                          (target / "model.safetensors").string()));
  INTERPRES_ASSIGN_OR_RETURN(const fs::path temporary, MakeTemporary(target));
  absl::Status status = WriteDescription(temporary, *family, description);
  if (status.ok()) {
    status = WriteWeights(temporary / "model.safetensors", description.config,
                          tensors, type);
  }
  for (const ExtraFile& file : extra) {
    status.Update(status.ok() ? WriteText(temporary / file.name, file.bytes)
                              : status);
  }
  if (status.ok()) {
    status = Install(temporary, target);
  }
  // Either the failed new checkpoint or, after the exchange, the old one.
  std::error_code error;
  fs::remove_all(temporary, error);
  return status;
}

}  // namespace interpres
