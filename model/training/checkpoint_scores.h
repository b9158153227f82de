// BLEU and chrF of a checkpoint on validation text, through the serving engine.

#ifndef INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_
#define INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/training/corpus.h"

namespace interpres {

struct DirectionScore {
  // "en-es", and "en-es #2" of a second text in that direction.
  std::string direction;
  double bleu = 0.0;
  double chrf = 0.0;
  // Texts that could not be translated, too long ones say; they count as empty
  // translations.
  std::size_t failures = 0;
};

struct ScoreOptions {
  int64_t sentences = 0;       // the first of each text
  bool bidirectional = false;  // also from targets to sources
  int32_t threads = 1;
};

// Loads the checkpoint at `path` and translates each text with the model's own
// beam.
absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_
