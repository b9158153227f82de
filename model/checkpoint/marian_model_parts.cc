// Tested by native_marian_files_test.cc and bergamot_files_test.cc.

#include "model/checkpoint/marian_model_parts.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/marian_file.h"
#include "model/checkpoint/marian_model_config.h"
#include "model/checkpoint/model_card_json.h"
#include "model/checkpoint/native_marian.h"
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

}  // namespace

absl::StatusOr<std::string> MarianModelParts::ReadVersioned(
    const std::string& name) {
  INTERPRES_ASSIGN_OR_RETURN(std::string bytes,
                             files_.Read(name, kMaxTextBytes));
  versioned_.push_back({.name = name, .bytes = bytes});
  return bytes;
}

absl::StatusOr<std::string> MarianModelParts::ReadSpm(const std::string& name) {
  INTERPRES_ASSIGN_OR_RETURN(std::string bytes, ReadVersioned(name));
  if (bytes.empty()) {
    return BadModel(files_.PlaceOf(name),
                    "it is empty; expected a SentencePiece model");
  }
  return bytes;
}

absl::Status MarianModelParts::ReadWeights(const std::string& name) {
  const std::string place = files_.PlaceOf(name);
  INTERPRES_ASSIGN_OR_RETURN(const auto bytes, files_.Open(name));
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

absl::Status MarianModelParts::UseVocabulary(
    std::map<std::string, int32_t> vocabulary, const std::string& place) {
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

absl::Status MarianModelParts::SeparateVocabularies(
    const std::string& other, const std::string& name) const {
  return BadModel(files_.PlaceOf(other), "the vocabulary differs from ",
                  Quoted(name),
                  "; expected one vocabulary for both languages; models with "
                  "separate vocabularies are not supported");
}

absl::Status MarianModelParts::ReadCard() {
  INTERPRES_ASSIGN_OR_RETURN(
      const auto card, files_.ReadOptional("interpres.json", kMaxTextBytes));
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
