// BLEU and chrF of a checkpoint on validation text, through the serving engine.

#ifndef INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_
#define INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/training/corpus.h"

namespace interpres {

struct DirectionScore {
  std::string direction;  // "en-es"
  double bleu = 0.0;
  double chrf = 0.0;
  // Texts that could not be translated, too long ones say; they count as empty
  // translations.
  std::size_t failures = 0;
};

// Loads the checkpoint at `path` and translates the first `sentences` pairs of
// `dev`, in both directions if the encoding is bidirectional, with the model's
// own beam.
absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, const ParallelText& dev,
    const EncodeOptions& encoding, int64_t sentences, int32_t threads);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_
