// Tested by tokenizer_test.cc.

#include "model/tokenizer/spm_models.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/tokenizer/spm_check.h"

namespace interpres {
namespace {

absl::StatusOr<std::shared_ptr<const SentencePieceModel>> LoadSpm(
    const std::string& bytes, const char* file) {
  if (bytes.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": it is empty; expected a SentencePiece model"));
  }
  std::string error = FindSpmDefect(bytes);
  std::shared_ptr<const SentencePieceModel> model;
  if (error.empty()) {
    model = SentencePieceModel::Load(bytes, &error);
  }
  if (model == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": not a usable SentencePiece model: ", error));
  }
  return model;
}

}  // namespace

absl::StatusOr<SpmModels> LoadSpmModels(const std::string& source_bytes,
                                        const std::string& target_bytes) {
  SpmModels models;
  INTERPRES_ASSIGN_OR_RETURN(models.source,
                             LoadSpm(source_bytes, "source.spm"));
  models.target = models.source;
  if (target_bytes != source_bytes) {
    INTERPRES_ASSIGN_OR_RETURN(models.target,
                               LoadSpm(target_bytes, "target.spm"));
  }
  return models;
}

absl::Status CheckBelongs(const SentencePieceModel& model,
                          const NamedVocabulary& vocabulary, const char* file) {
  const std::vector<std::string> pieces = model.TextPieces();
  const auto known =
      std::count_if(pieces.begin(), pieces.end(), [&](const std::string& p) {
        return vocabulary.ids.FindText(p) != kNoId;
      });
  if (2 * known >= static_cast<int64_t>(pieces.size())) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": only ", known, " of its ", pieces.size(), " pieces are in ",
      vocabulary.file, ": the two belong to different models"));
}

}  // namespace interpres
