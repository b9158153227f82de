#include "model/checkpoint/model_directory.h"

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/checkpoint/bergamot_files.h"
#include "model/checkpoint/decompressed_files.h"
#include "model/checkpoint/generation_config_json.h"
#include "model/checkpoint/hugging_face_parts.h"
#include "model/checkpoint/int8_weights.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/model_families.h"
#include "model/checkpoint/model_files.h"
#include "model/checkpoint/model_version.h"
#include "model/checkpoint/native_marian_files.h"
#include "model/checkpoint/opus_readme.h"
#include "model/checkpoint/weights_check.h"
#include "model/checkpoint/weights_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

// Of reading a directory that is replaced meanwhile.
constexpr int kAttempts = 10;
// Of the directory beside a checkpoint that has the state of its training run.
constexpr char kStateSuffix[] = ".state";

absl::Status CheckIsModel(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return absl::NotFoundError(absl::StrCat(
        path.string(), ": no such model directory; correct the path"));
  }
  if (status.type() != fs::file_type::directory && !IsModelArchive(path)) {
    return absl::InvalidArgumentError(absl::StrCat(
        path.string(),
        ": not a directory; a model is one, or an archive NAME.zip"));
  }
  return absl::OkStatus();
}

// Reads config.json and generation_config.json of a model of Hugging Face.
absl::Status ReadConfigs(ModelDirectory& model) {
  const fs::path& path = model.path;
  ModelDescription& description = model.description;
  const fs::path config_file = path / "config.json";
  INTERPRES_ASSIGN_OR_RETURN(const std::string config_text,
                             ReadJson(config_file));
  model.family = &FamilyOfConfig(config_text);
  INTERPRES_ASSIGN_OR_RETURN(
      description.config,
      model.family->parse_config(config_text, config_file.string()));
  if (model.family->parse_source_rules != nullptr) {
    INTERPRES_ASSIGN_OR_RETURN(
        description.source_rules,
        model.family->parse_source_rules(config_text, config_file.string()));
  }
  const fs::path generation_file = path / "generation_config.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto generation_text,
                             ReadOptionalJson(generation_file));
  const bool separate = generation_text.has_value();
  INTERPRES_ASSIGN_OR_RETURN(
      description.generation,
      ParseGenerationConfig(
          separate ? *generation_text : config_text,
          separate ? generation_file.string() : config_file.string(),
          description.config));
  return absl::OkStatus();
}

// Reads the files of the tokenizer of a model of Hugging Face.
absl::Status ReadTokenizerFiles(ModelDirectory& model) {
  ModelDescription& description = model.description;
  INTERPRES_RETURN_IF_ERROR(
      model.family->read_tokenizer(model.path, description));
  const fs::path file = model.path / "tokenizer_config.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto text, ReadOptionalJson(file));
  if (text.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(
        description.tokenizer_languages,
        model.family->parse_tokenizer_config(*text, file.string()));
  } else if (model.family->requires_tokenizer_config) {
    return absl::NotFoundError(
        absl::StrCat(file.string(),
                     ": there is no such file; expected one, which names the "
                     "class of the tokenizer"));
  }
  return absl::OkStatus();
}

void Observe(const ModelDescription& description, const SpmObserver& on_spm) {
  if (on_spm != nullptr) {
    on_spm(description.source_spm);
    on_spm(description.target_spm);
  }
}

absl::Status ReadCard(const fs::path& path, ModelDescription& description) {
  const fs::path file = path / "interpres.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto text, ReadOptionalJson(file));
  if (text.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(description.card,
                               ParseModelCard(*text, file.string()));
  }
  return absl::OkStatus();
}

// Returns the names of the files in a directory, in rising order. An error
// gives no names: the reader of config.json reports it then.
std::vector<std::string> FileNames(const fs::path& directory) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator entry(directory, error), end;
       !error && entry != end; entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  return error ? std::vector<std::string>() : names;
}

// Adds what the path says about a model that Marian trained.
ModelDirectory WithPath(ModelDirectory model, const fs::path& path) {
  model.path = path;
  LanguageDirection& languages = model.description.tokenizer_languages;
  if (languages == LanguageDirection()) {
    languages = LanguagesInName(path.filename().string());
  }
  return model;
}

absl::StatusOr<ModelDirectory> ReadArchive(const fs::path& path,
                                           const SpmObserver& on_spm) {
  INTERPRES_ASSIGN_OR_RETURN(const auto files,
                             FilesOfArchive(path, kDecoderYml));
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model,
                             ReadNativeMarian(*files, on_spm));
  return WithPath(std::move(model), path);
}

absl::StatusOr<ModelDirectory> ReadNativeMarianDirectory(
    const fs::path& path, const ModelFiles& files, const SpmObserver& on_spm) {
  const DecompressedFiles decompressed(files, FileNames(path));
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model,
                             ReadNativeMarian(decompressed, on_spm));
  const ModelDescription& description = model.description;
  if (!description.source_vocabulary.empty() && files.Has(kShortlistFile)) {
    return absl::InvalidArgumentError(
        absl::StrCat(files.PlaceOf(kShortlistFile),
                     ": the model has a vocabulary for each language; expected "
                     "no shortlist, because interpres-train learns none for "
                     "such a model; remove the file"));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      model.shortlist, ReadShortlist(path, description.config.vocab_size));
  return WithPath(std::move(model), path);
}

// Opens the int8 weights of a model. Returns null if the directory has none.
absl::StatusOr<std::optional<Int8Weights>> OpenInt8(
    const fs::path& path, const ReadOptions& options) {
  std::error_code error;
  if (!options.prefer_int8 || IsModelArchive(path) ||
      fs::symlink_status(path / kInt8File, error).type() ==
          fs::file_type::not_found) {
    return std::nullopt;
  }
  INTERPRES_ASSIGN_OR_RETURN(Int8Weights int8,
                             OpenInt8Weights(path / kInt8File));
  return std::optional<Int8Weights>(std::move(int8));
}

// Returns the error if the int8 weights were made from other weights than
// `weights`.
absl::Status CheckOrigin(const WeightsOrigin& origin,
                         const TensorSource& weights, const fs::path& path) {
  if (weights.checksum() == origin.checksum) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrCat(
      (path / kInt8File).string(), ": it was made from the weights ",
      Quoted(origin.file), " with the checksum ", Quoted(origin.checksum),
      ", but ", weights.name(), " has ", weights.checksum(),
      "; write it again with interpres-train convert --int8, or remove it"));
}

// Takes the int8 weights. Reads the float weights only if there are some that
// may have changed.
absl::Status UseInt8(Int8Weights int8, ModelDirectory& model) {
  const std::string stamp = WeightsStamp(model.path);
  if (!stamp.empty() && stamp != int8.origin.stamp) {
    INTERPRES_ASSIGN_OR_RETURN(const auto weights, OpenWeights(model.path));
    INTERPRES_RETURN_IF_ERROR(CheckOrigin(int8.origin, *weights, model.path));
  }
  INTERPRES_RETURN_IF_ERROR(
      CheckInt8Weights(*int8.tensors, *model.family, model.description.config));
  model.weights = std::move(int8.tensors);
  return absl::OkStatus();
}

absl::Status OpenFloatWeights(ModelDirectory& model) {
  absl::StatusOr<std::unique_ptr<const TensorSource>> weights =
      OpenWeights(model.path);
  std::error_code error;
  if (absl::IsNotFound(weights.status()) &&
      fs::exists(model.path / kInt8File, error)) {
    return absl::NotFoundError(
        absl::StrCat(weights.status().message(), "; the directory has only ",
                     kInt8File, ", which needs --compute-type int8"));
  }
  INTERPRES_RETURN_IF_ERROR(weights.status());
  model.weights = *std::move(weights);
  return CheckWeights(*model.weights, *model.family, model.description.config,
                      model.weights->name());
}

// Native models have their configuration in their weights, which are read.
absl::StatusOr<ModelDirectory> WithInt8(ModelDirectory model,
                                        const fs::path& path,
                                        const ReadOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(std::optional<Int8Weights> int8,
                             OpenInt8(path, options));
  if (int8.has_value()) {
    INTERPRES_RETURN_IF_ERROR(CheckOrigin(int8->origin, *model.weights, path));
    INTERPRES_RETURN_IF_ERROR(CheckInt8Weights(*int8->tensors, *model.family,
                                               model.description.config));
    model.weights = std::move(int8->tensors);
  }
  return model;
}

absl::StatusOr<ModelDirectory> ReadHuggingFace(const fs::path& path,
                                               const ReadOptions& options) {
  ModelDirectory model;
  model.path = path;
  INTERPRES_RETURN_IF_ERROR(ReadConfigs(model));
  INTERPRES_RETURN_IF_ERROR(ReadTokenizerFiles(model));
  Observe(model.description, options.on_spm);
  INTERPRES_RETURN_IF_ERROR(ReadCard(path, model.description));
  INTERPRES_ASSIGN_OR_RETURN(
      model.shortlist,
      ReadShortlist(path, model.description.config.vocab_size));
  if (model.shortlist.has_value() && !model.family->supports_shortlist) {
    return absl::InvalidArgumentError(
        absl::StrCat(path.string(),
                     "/shortlist.bin: shortlists are not supported for models "
                     "of many languages; remove the file"));
  }
  INTERPRES_ASSIGN_OR_RETURN(std::optional<Int8Weights> int8,
                             OpenInt8(path, options));
  WeightsIdentity identity;
  if (int8.has_value()) {
    identity = {int8->origin.file, int8->origin.checksum};
    INTERPRES_RETURN_IF_ERROR(UseInt8(*std::move(int8), model));
  } else {
    INTERPRES_RETURN_IF_ERROR(OpenFloatWeights(model));
    identity = IdentityOf(*model.weights);
  }
  model.version = model.description.card.version;
  if (model.version.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(model.version, ContentVersion(path, identity));
  }
  return model;
}

// The error for a directory that has none of the files by which a family is
// known.
absl::Status NoModel(const fs::path& path,
                     const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 5;
  const std::size_t named = std::min(names.size(), kNamed);
  std::string message =
      absl::StrCat((path / "config.json").string(),
                   ": there is no such file; expected one, or the files of a "
                   "model of Marian or Firefox; the directory has ",
                   absl::StrJoin(names.begin(), names.begin() + named, ", "));
  if (names.size() > named) {
    absl::StrAppend(&message, " and ", names.size() - named, " more");
  }
  if (path.extension() == kStateSuffix) {
    absl::StrAppend(&message,
                    "; a name with .state is the state of a training run, and "
                    "its checkpoint has the name without .state");
  }
  return absl::NotFoundError(message);
}

absl::StatusOr<ModelDirectory> ReadFiles(const fs::path& path,
                                         const ReadOptions& options) {
  if (IsModelArchive(path)) {
    return ReadArchive(path, options.on_spm);
  }
  const auto files = FilesOfDirectory(path);
  if (files->Has("config.json")) {
    return ReadHuggingFace(path, options);
  }
  if (files->Has(kDecoderYml)) {
    INTERPRES_ASSIGN_OR_RETURN(
        ModelDirectory model,
        ReadNativeMarianDirectory(path, *files, options.on_spm));
    return WithInt8(std::move(model), path, options);
  }
  const std::vector<std::string> names = FileNames(path);
  if (names.empty()) {
    return ReadHuggingFace(path, options);  // its error says why
  }
  if (!IsBergamotModel(names)) {
    return NoModel(path, names);
  }
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model,
                             ReadBergamotModel(*files, names, options.on_spm));
  return WithInt8(WithPath(std::move(model), path), path, options);
}

// What `path` leads to: another one after a checkpoint was put in its place.
std::pair<dev_t, ino_t> Identity(const fs::path& path) {
  struct stat found = {};
  return ::stat(path.c_str(), &found) == 0
             ? std::pair(found.st_dev, found.st_ino)
             : std::pair(dev_t{0}, ino_t{0});
}

}  // namespace

bool IsModelArchive(const fs::path& path) {
  std::error_code error;
  return path.extension() == ".zip" && fs::is_regular_file(path, error);
}

absl::StatusOr<ModelDirectory> ReadModelDirectory(const fs::path& path,
                                                  const ReadOptions& options) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    INTERPRES_RETURN_IF_ERROR(CheckIsModel(path));
    const auto before = Identity(path);
    absl::StatusOr<ModelDirectory> model = ReadFiles(path, options);
    // Else some files were the old checkpoint's and some the new one's.
    if (Identity(path) == before) {
      return model;
    }
  }
  return absl::AbortedError(absl::StrCat(
      path.string(), ": it was replaced while it was read, ", kAttempts,
      " times; read it when its writer has come to rest"));
}

}  // namespace interpres
