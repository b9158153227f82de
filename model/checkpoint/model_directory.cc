#include "model/checkpoint/model_directory.h"

#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/bergamot_files.h"
#include "model/checkpoint/generation_config_json.h"
#include "model/checkpoint/m2m_100.h"
#include "model/checkpoint/m2m_100_vocabulary.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/model_files.h"
#include "model/checkpoint/model_version.h"
#include "model/checkpoint/native_marian_files.h"
#include "model/checkpoint/opus_readme.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/checkpoint/weights_check.h"
#include "model/checkpoint/weights_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxJsonBytes = int64_t{64} << 20;
constexpr int64_t kMaxSpmBytes = int64_t{64} << 20;
// Of reading a directory that is replaced meanwhile.
constexpr int kAttempts = 10;

absl::Status CheckIsModel(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    return absl::NotFoundError(
        absl::StrCat(path.string(), ": no such model directory"));
  }
  if (status.type() != fs::file_type::directory && !IsModelArchive(path)) {
    return absl::InvalidArgumentError(absl::StrCat(
        path.string(),
        ": not a directory; a model is one, or an archive NAME.zip"));
  }
  return absl::OkStatus();
}

// Nothing if there is no such file.
absl::StatusOr<std::optional<std::string>> ReadOptional(const fs::path& path) {
  auto text = ReadFile(path, kMaxJsonBytes);
  if (absl::IsNotFound(text.status())) {
    return std::nullopt;
  }
  if (!text.ok()) {
    return text.status();
  }
  return *std::move(text);
}

absl::StatusOr<std::string> ReadSpm(const fs::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(std::string bytes, ReadFile(path, kMaxSpmBytes));
  if (bytes.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path.string(), ": it is empty; expected a SentencePiece model"));
  }
  return bytes;
}

// Reads config.json and generation_config.json of a model of Hugging Face.
absl::Status ReadConfigs(ModelDirectory& model) {
  const fs::path& path = model.path;
  ModelDescription& description = model.description;
  const fs::path config_file = path / "config.json";
  INTERPRES_ASSIGN_OR_RETURN(const std::string config_text,
                             ReadFile(config_file, kMaxJsonBytes));
  // A family refuses the configuration of any other one.
  model.family = IsM2m100Config(config_text) ? &kM2m100 : &kMarianMt;
  INTERPRES_ASSIGN_OR_RETURN(
      description.config,
      model.family->parse_config(config_text, config_file.string()));
  const fs::path generation_file = path / "generation_config.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto generation_text,
                             ReadOptional(generation_file));
  const bool separate = generation_text.has_value();
  INTERPRES_ASSIGN_OR_RETURN(
      description.generation,
      ParseGenerationConfig(
          separate ? *generation_text : config_text,
          separate ? generation_file.string() : config_file.string(),
          description.config));
  return absl::OkStatus();
}

absl::Status ReadMarianMtTokenizer(const fs::path& path,
                                   ModelDescription& description) {
  const fs::path vocabulary_file = path / "vocab.json";
  INTERPRES_ASSIGN_OR_RETURN(const std::string vocabulary_text,
                             ReadFile(vocabulary_file, kMaxJsonBytes));
  INTERPRES_ASSIGN_OR_RETURN(
      description.vocabulary,
      ParseVocabulary(vocabulary_text, vocabulary_file.string()));
  INTERPRES_RETURN_IF_ERROR(ValidateVocabulary(
      description.vocabulary, description.config, vocabulary_file.string()));
  INTERPRES_ASSIGN_OR_RETURN(description.source_spm,
                             ReadSpm(path / "source.spm"));
  INTERPRES_ASSIGN_OR_RETURN(description.target_spm,
                             ReadSpm(path / "target.spm"));
  return absl::OkStatus();
}

absl::Status ReadM2m100Tokenizer(const fs::path& path,
                                 ModelDescription& description) {
  INTERPRES_ASSIGN_OR_RETURN(description.source_spm,
                             ReadSpm(path / "sentencepiece.bpe.model"));
  description.target_spm = description.source_spm;
  const int64_t size = description.config.vocab_size;
  const fs::path vocabulary_file = path / "vocab.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto vocabulary_text,
                             ReadOptional(vocabulary_file));
  if (vocabulary_text.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(
        PieceIds pieces,
        ParseVocabulary(*vocabulary_text, vocabulary_file.string()));
    INTERPRES_ASSIGN_OR_RETURN(
        description.vocabulary,
        M2m100Vocabulary(std::move(pieces), size, vocabulary_file.string()));
  } else {
    INTERPRES_ASSIGN_OR_RETURN(const auto tokenizer_json,
                               ReadOptional(path / "tokenizer.json"));
    INTERPRES_ASSIGN_OR_RETURN(
        description.vocabulary,
        NllbVocabulary(description.source_spm, tokenizer_json, size,
                       path.string()));
  }
  SuppressUnused(description.vocabulary, description.generation);
  return ValidateVocabulary(description.vocabulary, description.config,
                            path.string());
}

// Reads the files of the tokenizer of a model of Hugging Face.
absl::Status ReadTokenizerFiles(ModelDirectory& model) {
  ModelDescription& description = model.description;
  INTERPRES_RETURN_IF_ERROR(
      model.family == &kM2m100
          ? ReadM2m100Tokenizer(model.path, description)
          : ReadMarianMtTokenizer(model.path, description));
  const fs::path file = model.path / "tokenizer_config.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto text, ReadOptional(file));
  if (text.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(
        description.tokenizer_languages,
        model.family->parse_tokenizer_config(*text, file.string()));
  } else if (model.family == &kM2m100) {
    return absl::NotFoundError(
        absl::StrCat(file.string(),
                     ": there is no such file; expected one, which names the "
                     "class of the tokenizer"));
  }
  return absl::OkStatus();
}

absl::Status ReadCard(const fs::path& path, ModelDescription& description) {
  const fs::path file = path / "interpres.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto text, ReadOptional(file));
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

absl::StatusOr<ModelDirectory> ReadArchive(const fs::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(const auto files,
                             FilesOfArchive(path, kDecoderYml));
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model, ReadNativeMarian(*files));
  return WithPath(std::move(model), path);
}

absl::StatusOr<ModelDirectory> ReadNativeMarianDirectory(
    const fs::path& path, const ModelFiles& files) {
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model, ReadNativeMarian(files));
  INTERPRES_ASSIGN_OR_RETURN(
      model.shortlist,
      ReadShortlist(path, model.description.config.vocab_size));
  return WithPath(std::move(model), path);
}

absl::StatusOr<ModelDirectory> ReadHuggingFace(const fs::path& path) {
  ModelDirectory model;
  model.path = path;
  INTERPRES_RETURN_IF_ERROR(ReadConfigs(model));
  INTERPRES_RETURN_IF_ERROR(ReadTokenizerFiles(model));
  INTERPRES_RETURN_IF_ERROR(ReadCard(path, model.description));
  INTERPRES_ASSIGN_OR_RETURN(
      model.shortlist,
      ReadShortlist(path, model.description.config.vocab_size));
  if (model.shortlist.has_value() && model.family == &kM2m100) {
    return absl::InvalidArgumentError(
        absl::StrCat(path.string(),
                     "/shortlist.bin: shortlists are not supported for models "
                     "of many languages; remove the file"));
  }
  INTERPRES_ASSIGN_OR_RETURN(model.weights, OpenWeights(path));
  INTERPRES_RETURN_IF_ERROR(CheckWeights(*model.weights, *model.family,
                                         model.description.config,
                                         model.weights->name()));
  model.version = model.description.card.version;
  if (model.version.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(model.version,
                               ContentVersion(path, *model.weights));
  }
  return model;
}

absl::StatusOr<ModelDirectory> ReadFiles(const fs::path& path) {
  if (IsModelArchive(path)) {
    return ReadArchive(path);
  }
  const auto files = FilesOfDirectory(path);
  if (files->Has("config.json")) {
    return ReadHuggingFace(path);
  }
  if (files->Has(kDecoderYml)) {
    return ReadNativeMarianDirectory(path, *files);
  }
  const std::vector<std::string> names = FileNames(path);
  if (!IsBergamotModel(names)) {
    return ReadHuggingFace(path);  // its error names config.json
  }
  INTERPRES_ASSIGN_OR_RETURN(ModelDirectory model,
                             ReadBergamotModel(*files, names));
  return WithPath(std::move(model), path);
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

absl::StatusOr<ModelDirectory> ReadModelDirectory(const fs::path& path) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    INTERPRES_RETURN_IF_ERROR(CheckIsModel(path));
    const auto before = Identity(path);
    absl::StatusOr<ModelDirectory> model = ReadFiles(path);
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
