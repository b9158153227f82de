// Computes BLEU and chrF of a checkpoint on validation text, with the serving
// engine.

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

// The scores of one text in one direction.
struct DirectionScore {
  // "en-es"; further texts in the same direction are "en-es #2" and so on.
  std::string direction;
  double bleu = 0.0;  // 0 to 100
  double chrf = 0.0;  // 0 to 100
  // Number of sentences that could not be translated, for example because they
  // are too long. They count as empty translations.
  std::size_t failures = 0;
};

struct ScoreOptions {
  int64_t sentences = 0;       // maximum of each text, from its start
  bool bidirectional = false;  // also translate targets to sources
  int32_t threads = 1;
};

// Loads the checkpoint at `path` and translates each text with the model's
// default beam. Returns the scores in the order of `texts`. With
// options.bidirectional, the score of the reverse direction follows each score.
absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_
