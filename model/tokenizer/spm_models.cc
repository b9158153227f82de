#include "model/tokenizer/spm_models.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/tokenizer/spm_check.h"

namespace interpres {

using SharedModel = std::shared_ptr<const SentencePieceModel>;

void SpmPreload::Begin(const std::string& bytes) { BeginOrFind(bytes); }

absl::StatusOr<SharedModel> SpmPreload::Finish(const std::string& bytes,
                                               const char* file) {
  if (bytes.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": it is empty; expected a SentencePiece model"));
  }
  const Loaded& loaded = BeginOrFind(bytes).result.get();
  if (loaded.model == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        file, ": not a usable SentencePiece model: ", loaded.error));
  }
  return loaded.model;
}

SpmPreload::Loaded SpmPreload::Load(const std::string& bytes) {
  Loaded loaded = {.model = nullptr, .error = FindSpmDefect(bytes)};
  if (loaded.error.empty()) {
    loaded.model = SentencePieceModel::Load(bytes, &loaded.error);
  }
  return loaded;
}

const SpmPreload::Loading& SpmPreload::BeginOrFind(const std::string& bytes) {
  for (const auto& loading : begun_) {
    if (loading->bytes == bytes) {
      return *loading;
    }
  }
  auto loading = std::make_unique<Loading>();
  loading->bytes = bytes;
  // Without a thread to spare, the model is loaded when it is needed.
  loading->result =
      std::async([&copy = loading->bytes] { return Load(copy); }).share();
  begun_.push_back(std::move(loading));
  return *begun_.back();
}

absl::StatusOr<SpmModels> LoadSpmModels(const std::string& source_bytes,
                                        const std::string& target_bytes,
                                        SpmPreload& preload) {
  SpmModels models;
  INTERPRES_ASSIGN_OR_RETURN(models.source,
                             preload.Finish(source_bytes, "source.spm"));
  INTERPRES_ASSIGN_OR_RETURN(models.target,
                             preload.Finish(target_bytes, "target.spm"));
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
