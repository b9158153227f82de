// Stores a vocabulary in one file `vocabulary.state` (state_archive.h).
// `interpres-train vocab` writes the file; `train` and a resumed run read the
// file.

#ifndef INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_
#define INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/piece_ids.h"
#include "model/tokenizer/vocabulary_trainer.h"

namespace interpres {

// Writes `vocabulary` to `path` atomically.
absl::Status WriteVocabulary(const std::filesystem::path& path,
                             const Vocabulary& vocabulary);

// Reads a file of WriteVocabulary. Returns NOT_FOUND if the file does not
// exist, or another error if it cannot be opened. Returns DATA_LOSS if the file
// is damaged or not a valid vocabulary; the message states the reason.
absl::StatusOr<Vocabulary> ReadVocabulary(const std::filesystem::path& path);

// Returns the pieces in the order of their ids, each followed by a zero byte.
// REQUIRES: no piece contains a zero byte, and the ids count from 0 without
// gaps.
std::string JoinPieces(const PieceIds& pieces);
// Returns the pieces of a text that JoinPieces made, with their ids from 0. If
// a piece occurs twice, keeps only its first id.
PieceIds SplitPieces(std::string_view joined);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_
