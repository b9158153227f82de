// Scores a model on a test set, through the real engine.

#ifndef INTERPRES_MODEL_TRAINING_EVALUATION_H_
#define INTERPRES_MODEL_TRAINING_EVALUATION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"

namespace interpres {

// A text without a translation, which is empty in BLEU and chrF; or a pair that
// the perplexity leaves out.
struct EvaluationFailure {
  std::size_t index = 0;  // from 0
  std::string message;
};

struct Evaluation {
  double bleu = 0.0;
  double chrf = 0.0;
  std::string compute_type;  // of the model: "float32", "bfloat16", "int8"
  // exp(-mean log P per reference token, end symbols included); 0 if no
  // reference could be scored.
  double perplexity = 0.0;
  std::string bleu_signature;
  std::string chrf_signature;
  // The best translation of every source; empty where there is none.
  std::vector<std::string> translations;
  // Translations that reached max_length.
  int64_t length_limited = 0;
  int64_t target_tokens = 0;  // produced by decoding
  double decoding_seconds = 0.0;
  std::vector<EvaluationFailure> failures;  // by index
};

// INVALID_ARGUMENT if the lists are empty or differ in length, or as
// TranslateAll. Of the options, n_best is ignored: only the best counts.
absl::StatusOr<Evaluation> EvaluateModel(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options);

// The same without the perplexity, which takes a pass over the references.
absl::StatusOr<Evaluation> EvaluateTranslations(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_EVALUATION_H_
