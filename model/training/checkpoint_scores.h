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

// The BLEU and chrF scores of one text in one direction.
struct DirectionScore {
  // Source and target language, such as "en-es". The second text in the same
  // direction has "en-es #2", the third "en-es #3".
  std::string direction;
  double bleu = 0.0;  // 0 to 100
  double chrf = 0.0;  // 0 to 100
  // Number of sentences that could not be translated, for example because they
  // are too long. Such a sentence counts as an empty translation.
  std::size_t failures = 0;
};

struct ScoreOptions {
  int64_t sentences = 0;  // maximum of each text, from its start
  // Directions of reverse translation. If the list has the reverse of a text's
  // direction, the text is also translated from target to source. The options
  // borrow the list.
  std::span<const LanguageDirection> reverses = {};
  int32_t threads = 1;
};

// Loads the checkpoint at `path`. Translates the first options.sentences
// sentences of each text with the model's default decoding options. Returns the
// scores in the order of `texts`. If options.reverses has the reverse of the
// direction of a text, the score of the reverse follows the score of the text.
// A sentence that cannot be translated is no error, but counts in
// DirectionScore::failures. Returns INVALID_ARGUMENT if a text is empty or
// options.sentences is 0. Returns the error of loading if the checkpoint cannot
// be loaded, and the error of TranslateAll if the model lacks a language.
// REQUIRES: options.sentences >= 0.
absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options);

// A sentence of a validation text, its reference and its translation by the
// checkpoint.
struct SampleTranslation {
  std::string direction;  // as in DirectionScore
  std::string source;
  std::string reference;
  std::string translation;  // "" if the source could not be translated
};

// Loads the checkpoint at `path`. Translates options.sentences sentences of
// each text, evenly spaced, or all sentences of a shorter text. If
// options.reverses has the reverse of a text's direction, the translations from
// target to source follow. The same texts give the same sentences. Returns
// INVALID_ARGUMENT if a text is empty. Returns the error of loading if the
// checkpoint cannot be loaded, and the error of TranslateAll if the model lacks
// a language. REQUIRES: options.sentences >= 1.
absl::StatusOr<std::vector<SampleTranslation>> TranslateSamples(
    const std::filesystem::path& path, std::span<const ParallelText> texts,
    const ScoreOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_SCORES_H_
