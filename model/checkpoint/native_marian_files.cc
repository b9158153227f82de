#include "model/checkpoint/native_marian_files.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/decoder_yml.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/marian_file.h"
#include "model/checkpoint/marian_model_config.h"
#include "model/checkpoint/marian_vocabulary.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/model_version.h"
#include "model/checkpoint/native_marian.h"
#include "model/checkpoint/opus_readme.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/checkpoint/weights_check.h"
#include "model/config/token_template.h"

namespace interpres {
namespace {

constexpr int64_t kMaxTextBytes = int64_t{64} << 20;
// Stands for a vocabulary whose size is not known: the check of the network
// does not depend on it.
constexpr int64_t kAnyVocabulary = 2;

template <typename... Parts>
absl::Status BadModel(const std::string& place, const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(place, ": ", parts...));
}

// Reads one model.
class NativeMarianReader {
 public:
  explicit NativeMarianReader(const ModelFiles& files) : files_(files) {}

  absl::StatusOr<ModelDirectory> Read() {
    model_.description.source_rules = SourceRules::kOpusMt;
    INTERPRES_ASSIGN_OR_RETURN(const std::string text,
                               ReadVersioned(kDecoderYml));
    INTERPRES_ASSIGN_OR_RETURN(
        const DecoderYml decoder,
        ParseDecoderYml(text, files_.PlaceOf(kDecoderYml)));
    INTERPRES_RETURN_IF_ERROR(ReadWeights(decoder));
    model_.description.generation =
        GenerationOf(decoder, model_.description.config);
    INTERPRES_RETURN_IF_ERROR(ReadVocabulary(decoder));
    INTERPRES_RETURN_IF_ERROR(ReadSentencePieceModels());
    INTERPRES_RETURN_IF_ERROR(ReadDescriptions());
    model_.version = model_.description.card.version;
    if (model_.version.empty()) {
      model_.version = VersionOf(*model_.weights, versioned_);
    }
    return std::move(model_);
  }

 private:
  // Reads a file on which the translations depend.
  absl::StatusOr<std::string> ReadVersioned(const std::string& name) {
    INTERPRES_ASSIGN_OR_RETURN(std::string bytes,
                               files_.Read(name, kMaxTextBytes));
    versioned_.push_back({.name = name, .bytes = bytes});
    return bytes;
  }

  absl::Status ReadWeights(const DecoderYml& decoder) {
    const std::string place = files_.PlaceOf(decoder.model);
    INTERPRES_ASSIGN_OR_RETURN(const auto bytes, files_.Open(decoder.model));
    INTERPRES_ASSIGN_OR_RETURN(MarianFile file, ParseMarianFile(bytes, place));
    const absl::StatusOr<int64_t> rows = MarianVocabularySize(file);
    // The configuration first: its message explains a missing embedding.
    ModelConfig& config = model_.description.config;
    INTERPRES_ASSIGN_OR_RETURN(
        config, ParseMarianModelConfig(
                    file.config, absl::StrCat(place, ": ", kMarianConfigItem),
                    rows.value_or(kAnyVocabulary)));
    INTERPRES_RETURN_IF_ERROR(rows.status());
    model_.family = &NativeMarianFamily(config);
    INTERPRES_ASSIGN_OR_RETURN(model_.weights,
                               NativeMarianTensors(std::move(file), config));
    return CheckWeights(*model_.weights, *model_.family, config, place);
  }

  absl::Status ReadVocabulary(const DecoderYml& decoder) {
    const std::string& name = decoder.vocabularies.front();
    const std::string place = files_.PlaceOf(name);
    if (!name.ends_with(".yml")) {
      return BadModel(place,
                      "vocabularies of this kind are not supported; expected "
                      "NAME.yml; write the pieces and their ids to a .yml file "
                      "with marian-vocab");
    }
    INTERPRES_ASSIGN_OR_RETURN(const std::string text, ReadVersioned(name));
    for (const std::string& other : decoder.vocabularies) {
      if (other == name) {
        continue;
      }
      INTERPRES_ASSIGN_OR_RETURN(const std::string other_text,
                                 files_.Read(other, kMaxTextBytes));
      if (other_text != text) {
        return BadModel(files_.PlaceOf(other), "the vocabulary differs from ",
                        Quoted(name),
                        "; expected one vocabulary for both languages; models "
                        "with separate vocabularies are not supported");
      }
    }
    INTERPRES_ASSIGN_OR_RETURN(auto vocabulary,
                               ParseMarianVocabulary(text, place));
    return UseVocabulary(std::move(vocabulary), place);
  }

  absl::Status UseVocabulary(std::map<std::string, int32_t> vocabulary,
                             const std::string& place) {
    const ModelConfig& config = model_.description.config;
    // Marian ignores the pieces behind the last row of its embedding.
    std::erase_if(vocabulary, [&](const auto& entry) {
      return entry.second >= config.pad_token_id;
    });
    if (static_cast<int64_t>(vocabulary.size()) != config.pad_token_id) {
      return BadModel(place, "it has ", vocabulary.size(), " pieces for the ",
                      config.pad_token_id,
                      " rows of the embedding; expected a piece for each row; "
                      "use the vocabulary of this model");
    }
    if (vocabulary.contains(kPaddingPiece)) {
      return BadModel(place, "it has the piece ", kPaddingPiece,
                      ", which the network needs for the beginning of a "
                      "target; rename the piece");
    }
    vocabulary.emplace(kPaddingPiece, config.pad_token_id);
    INTERPRES_RETURN_IF_ERROR(ValidateVocabulary(vocabulary, config, place));
    model_.description.vocabulary = std::move(vocabulary);
    return absl::OkStatus();
  }

  absl::Status ReadSentencePieceModels() {
    if (!files_.Has("source.spm") && files_.Has("source.bpe")) {
      return BadModel(files_.PlaceOf("source.bpe"),
                      "models with BPE need the tokenizer of Moses and are not "
                      "supported; expected source.spm and target.spm; use a "
                      "release of the model with SentencePiece");
    }
    INTERPRES_ASSIGN_OR_RETURN(model_.description.source_spm,
                               ReadSpmFile("source.spm"));
    INTERPRES_ASSIGN_OR_RETURN(model_.description.target_spm,
                               ReadSpmFile("target.spm"));
    return absl::OkStatus();
  }

  absl::StatusOr<std::string> ReadSpmFile(const char* name) {
    INTERPRES_ASSIGN_OR_RETURN(std::string bytes, ReadVersioned(name));
    if (bytes.empty()) {
      return BadModel(files_.PlaceOf(name),
                      "it is empty; expected a SentencePiece model");
    }
    return bytes;
  }

  // The files that describe the model.
  absl::Status ReadDescriptions() {
    INTERPRES_ASSIGN_OR_RETURN(
        const auto card, files_.ReadOptional("interpres.json", kMaxTextBytes));
    if (card.has_value()) {
      INTERPRES_ASSIGN_OR_RETURN(
          model_.description.card,
          ParseModelCard(*card, files_.PlaceOf("interpres.json")));
    }
    INTERPRES_ASSIGN_OR_RETURN(const auto readme,
                               files_.ReadOptional("README.md", kMaxTextBytes));
    if (readme.has_value()) {
      model_.description.tokenizer_languages = LanguagesInReadme(*readme);
    }
    return files_.Has("shortlist.bin") ? ReadVersioned("shortlist.bin").status()
                                       : absl::OkStatus();
  }

  const ModelFiles& files_;
  std::vector<VersionedFile> versioned_;
  ModelDirectory model_;
};

}  // namespace

absl::StatusOr<ModelDirectory> ReadNativeMarian(const ModelFiles& files) {
  return NativeMarianReader(files).Read();
}

}  // namespace interpres
