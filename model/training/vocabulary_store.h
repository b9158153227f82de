// A vocabulary on disk, between `interpres-train vocab`, `train` and a resumed
// run: one file `vocabulary.state` (state_archive.h).

#ifndef INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_
#define INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/tokenizer/vocabulary_trainer.h"

namespace interpres {

absl::Status WriteVocabulary(const std::filesystem::path& path,
                             const Vocabulary& vocabulary);

// NOT_FOUND, or DATA_LOSS with what is wrong with the file.
absl::StatusOr<Vocabulary> ReadVocabulary(const std::filesystem::path& path);

// The pieces in the order of their ids, each followed by a zero byte: no piece
// contains one.
std::string JoinPieces(const std::map<std::string, int32_t>& pieces);
std::map<std::string, int32_t> SplitPieces(std::string_view joined);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_
