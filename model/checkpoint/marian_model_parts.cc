// Tested by native_marian_files_test.cc and bergamot_files_test.cc.

#include "model/checkpoint/marian_model_parts.h"

#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/bad_file.h"
#include "model/checkpoint/marian_file.h"
#include "model/checkpoint/marian_model_config.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/native_marian.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/checkpoint/weights_check.h"
#include "model/config/token_template.h"

namespace interpres {
namespace {

// Stands for embeddings that are missing: the check of the network does not
// depend on them.
constexpr MarianTables kAnyTables = {.target_rows = 2, .has_output = true};

// Drops the pieces behind the last row of the embedding, which Marian ignores.
// Returns INVALID_ARGUMENT unless each row has a piece.
absl::Status FitToRows(int64_t rows, MarianVocabulary& vocabulary) {
  absl::erase_if(vocabulary.ids,
                 [&](const auto& entry) { return entry.second >= rows; });
  if (std::ssize(vocabulary.ids) == rows) {
    return absl::OkStatus();
  }
  return BadFile(vocabulary.place, "it has ", vocabulary.ids.size(),
                 " pieces for the ", rows,
                 " rows of the embedding; expected a piece for each row; use "
                 "the vocabulary of this model");
}

}  // namespace

absl::StatusOr<std::string> MarianModelParts::ReadVersioned(
    const std::string& name) {
  INTERPRES_ASSIGN_OR_RETURN(std::string bytes,
                             files_.Read(name, kMaxMarianTextBytes));
  versioned_.push_back({.name = name, .bytes = bytes});
  return bytes;
}

absl::StatusOr<std::string> MarianModelParts::ReadSpm(const std::string& name) {
  INTERPRES_ASSIGN_OR_RETURN(std::string bytes, ReadVersioned(name));
  if (bytes.empty()) {
    return BadFile(files_.PlaceOf(name),
                   "it is empty; expected a SentencePiece model");
  }
  if (on_spm_ != nullptr) {
    on_spm_(bytes);
  }
  return bytes;
}

absl::Status MarianModelParts::ReadWeights(const std::string& name) {
  const std::string place = files_.PlaceOf(name);
  INTERPRES_ASSIGN_OR_RETURN(const auto bytes, files_.Open(name));
  INTERPRES_ASSIGN_OR_RETURN(MarianFile file, ParseMarianFile(bytes, place));
  const absl::StatusOr<MarianTables> tables = FindMarianTables(file);
  // The configuration first: its message explains a missing embedding.
  ModelConfig& config = model_.description.config;
  INTERPRES_ASSIGN_OR_RETURN(
      config, ParseMarianModelConfig(
                  file.config, absl::StrCat(place, ": ", kMarianConfigItem),
                  tables.value_or(kAnyTables)));
  INTERPRES_RETURN_IF_ERROR(tables.status());
  model_.family = &NativeMarianFamily(config);
  INTERPRES_ASSIGN_OR_RETURN(model_.weights,
                             NativeMarianTensors(std::move(file), config));
  return CheckWeights(*model_.weights, *model_.family, config, place);
}

absl::Status MarianModelParts::UseVocabularies(MarianVocabulary source,
                                               MarianVocabulary target) {
  if (model_.description.config.has_source_embedding()) {
    INTERPRES_RETURN_IF_ERROR(UseSourceVocabulary(std::move(source)));
  } else if (source.ids != target.ids) {
    return BadFile(target.place, "the vocabulary differs from ", source.place,
                   ", but the weights have one embedding (Wemb) for both "
                   "languages; expected equal vocabularies; use the files of "
                   "this model");
  }
  return UseTargetVocabulary(std::move(target));
}

absl::Status MarianModelParts::UseVocabulary(MarianVocabulary vocabulary) {
  if (model_.description.config.has_source_embedding()) {
    INTERPRES_RETURN_IF_ERROR(UseSourceVocabulary(vocabulary));
  }
  return UseTargetVocabulary(std::move(vocabulary));
}

absl::Status MarianModelParts::UseTargetVocabulary(
    MarianVocabulary vocabulary) {
  const ModelConfig& config = model_.description.config;
  INTERPRES_RETURN_IF_ERROR(FitToRows(config.pad_token_id, vocabulary));
  if (vocabulary.ids.contains(kPaddingPiece)) {
    return BadFile(vocabulary.place, "it has the piece ", kPaddingPiece,
                   ", which the network needs for the beginning of a "
                   "target; rename the piece");
  }
  vocabulary.ids.emplace(kPaddingPiece, config.pad_token_id);
  INTERPRES_RETURN_IF_ERROR(
      ValidateVocabulary(vocabulary.ids, config, vocabulary.place));
  model_.description.vocabulary = std::move(vocabulary.ids);
  return absl::OkStatus();
}

absl::Status MarianModelParts::UseSourceVocabulary(
    MarianVocabulary vocabulary) {
  const ModelConfig& config = model_.description.config;
  INTERPRES_RETURN_IF_ERROR(FitToRows(config.source_vocab_size(), vocabulary));
  INTERPRES_RETURN_IF_ERROR(
      ValidateSourceVocabulary(vocabulary.ids, config, vocabulary.place));
  model_.description.source_vocabulary = std::move(vocabulary.ids);
  return absl::OkStatus();
}

absl::Status MarianModelParts::ReadCard() {
  INTERPRES_ASSIGN_OR_RETURN(
      const auto card,
      files_.ReadOptional("interpres.json", kMaxMarianTextBytes));
  if (card.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(
        model_.description.card,
        ParseModelCard(*card, files_.PlaceOf("interpres.json")));
  }
  return absl::OkStatus();
}

ModelDirectory MarianModelParts::Finish() && {
  model_.version = model_.description.card.version;
  if (model_.version.empty()) {
    model_.version = VersionOf(IdentityOf(*model_.weights), versioned_);
  }
  return std::move(model_);
}

}  // namespace interpres
