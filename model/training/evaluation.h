// Scores a model on a test set with the serving engine.

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

// A sentence pair that could not be evaluated completely. Either the source
// could not be translated and counts as an empty translation in BLEU and chrF.
// Or the reference could not be scored and is not part of the perplexity. A
// pair with both faults is one failure.
struct EvaluationFailure {
  std::size_t index = 0;  // of the pair, from 0
  std::string message;
};

// The results of a model on a test set: scores, translations and failures.
struct Evaluation {
  double bleu = 0.0;         // 0 to 100
  double chrf = 0.0;         // 0 to 100
  std::string compute_type;  // of the model: "float32", "bfloat16", "int8"
  // exp(-mean log P per reference token), end symbols included. 0 means that no
  // reference was scored; only EvaluateModel scores references.
  double perplexity = 0.0;
  std::string bleu_signature;
  std::string chrf_signature;
  // The best translation of each source, in the order of the sources. An
  // element is "" if its source could not be translated.
  std::vector<std::string> translations;
  // Number of translations that ended because they reached max_length.
  int64_t length_limited = 0;
  int64_t target_tokens = 0;  // tokens that decoding produced
  double decoding_seconds = 0.0;
  std::vector<EvaluationFailure> failures;  // ascending by index
};

// Translates `sources` and scores the translations against `references`. Also
// computes the perplexity of the references. Always translates with n_best 1
// instead of options.decoding.n_best, because only the best translation counts.
// A pair that fails does not end the call, but is listed in
// Evaluation::failures.
//
// Returns INVALID_ARGUMENT if the lists are empty or differ in length. Returns
// the errors of TranslateAll and ScoreAll, for example if the options are
// invalid or the model does not have the languages.
absl::StatusOr<Evaluation> EvaluateModel(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options);

// Translates `sources`, always with n_best 1 instead of
// options.decoding.n_best. Scores the translations against `references` by BLEU
// and chrF. A source that cannot be translated does not end the call, but is
// listed in Evaluation::failures. Evaluation::perplexity is 0, because the
// function does not score the references.
//
// Returns INVALID_ARGUMENT if the lists are empty or differ in length. Returns
// the errors of TranslateAll, for example if the options are invalid or the
// model does not have the languages.
absl::StatusOr<Evaluation> EvaluateTranslations(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options);

// Divides each source into sentences, translates the sentences with n_best 1,
// and scores the translations of the sources against `references` by BLEU and
// chrF. A source that cannot be translated does not end the call, but is listed
// in Evaluation::failures. Evaluation::perplexity is 0. length_limited counts
// the sources whose worst finish reason is max_length.
//
// Returns INVALID_ARGUMENT if the lists are empty or differ in length. Returns
// the errors of TranslateDocuments, for example if the options are invalid or
// the model does not have the languages. REQUIRES: the options have no target
// prefix.
absl::StatusOr<Evaluation> EvaluateDocuments(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_EVALUATION_H_
