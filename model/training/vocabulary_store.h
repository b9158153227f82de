// A vocabulary on disk, between `interpres-train vocab`, `train` and a resumed
// run: one file `vocabulary.state` (state_archive.h).

#ifndef INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_
#define INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_

#include <filesystem>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/text/vocabulary_trainer.h"

namespace interpres {

absl::Status WriteVocabulary(const std::filesystem::path& path,
                             const Vocabulary& vocabulary);

// NOT_FOUND, or DATA_LOSS with what is wrong with the file.
absl::StatusOr<Vocabulary> ReadVocabulary(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_VOCABULARY_STORE_H_
