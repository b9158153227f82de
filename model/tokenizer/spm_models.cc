#include "model/tokenizer/spm_models.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/tokenizer/spm_check.h"

namespace interpres {
namespace {

using SharedModel = std::shared_ptr<const SentencePieceModel>;

// Returns null and sets `error` if the bytes are not a usable model.
SharedModel Load(const std::string& bytes, std::string& error) {
  error = FindSpmDefect(bytes);
  return error.empty() ? SentencePieceModel::Load(bytes, &error) : nullptr;
}

absl::StatusOr<SharedModel> LoadSpm(const std::string& bytes, const char* file,
                                    SpmPreload* preload) {
  if (bytes.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": it is empty; expected a SentencePiece model"));
  }
  SharedModel model = preload == nullptr ? nullptr : preload->Find(bytes);
  std::string error;
  if (model == nullptr) {
    model = Load(bytes, error);
  }
  if (model == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": not a usable SentencePiece model: ", error));
  }
  return model;
}

}  // namespace

void SpmPreload::Begin(const std::string& bytes) {
  const auto is_same = [&](const auto& loading) {
    return loading->bytes == bytes;
  };
  if (std::ranges::any_of(begun_, is_same)) {
    return;
  }
  auto loading = std::make_unique<Loading>();
  loading->bytes = bytes;
  loading->model = std::async(std::launch::async, [&copy = loading->bytes] {
                     std::string error;
                     return Load(copy, error);
                   }).share();
  begun_.push_back(std::move(loading));
}

SharedModel SpmPreload::Find(const std::string& bytes) {
  for (const auto& loading : begun_) {
    if (loading->bytes == bytes) {
      return loading->model.get();
    }
  }
  return nullptr;
}

absl::StatusOr<SpmModels> LoadSpmModels(const std::string& source_bytes,
                                        const std::string& target_bytes,
                                        SpmPreload* preload) {
  SpmModels models;
  INTERPRES_ASSIGN_OR_RETURN(models.source,
                             LoadSpm(source_bytes, "source.spm", preload));
  models.target = models.source;
  if (target_bytes != source_bytes) {
    INTERPRES_ASSIGN_OR_RETURN(models.target,
                               LoadSpm(target_bytes, "target.spm", preload));
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
