// Tested by evaluation_test.cc.

#include "model/training/evaluation.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/engine/document_translator.h"
#include "model/training/bleu.h"
#include "model/training/chrf.h"

namespace interpres {
namespace {

// The best translation of a source, whole or in sentences.
struct BestTranslation {
  absl::Status status = {};
  std::string text = {};
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  int64_t target_tokens = 0;
};

BestTranslation BestOf(OfflineResult result) {
  if (!result.status.ok()) {
    return {.status = std::move(result.status)};
  }
  const Hypothesis& best = result.hypotheses.front();
  return {.text = std::move(result.translations.front()),
          .finish_reason = best.finish_reason,
          .target_tokens = std::ssize(best.tokens)};
}

BestTranslation BestOf(TranslatedText text) {
  return {.status = std::move(text.status),
          .text = std::move(text.translation),
          .finish_reason = text.finish_reason,
          .target_tokens = text.target_tokens};
}

void TakeTranslation(BestTranslation best, Evaluation& evaluation) {
  if (!best.status.ok()) {
    evaluation.failures.push_back(
        {.index = evaluation.translations.size(),
         .message = std::string(best.status.message())});
  } else {
    evaluation.target_tokens += best.target_tokens;
    evaluation.length_limited +=
        best.finish_reason == FinishReason::kLengthLimit ? 1 : 0;
  }
  evaluation.translations.push_back(std::move(best.text));
}

// Translates the sources with `translate` (TranslateAll or TranslateDocuments),
// and scores the translations against the references.
template <typename Translate>
absl::StatusOr<Evaluation> EvaluateWith(Translate translate,
                                        const TranslationModel& model,
                                        std::span<const std::string> sources,
                                        std::span<const std::string> references,
                                        OfflineOptions options) {
  if (sources.empty() || sources.size() != references.size()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the test set has %d sources and %d references; both must have the "
        "same number of lines, at least 1",
        sources.size(), references.size()));
  }
  options.decoding.n_best = 1;
  Evaluation evaluation;
  evaluation.compute_type = model.compute_type();
  const auto start = std::chrono::steady_clock::now();
  INTERPRES_ASSIGN_OR_RETURN(auto results, translate(model, sources, options));
  evaluation.decoding_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  for (auto& result : results) {
    TakeTranslation(BestOf(std::move(result)), evaluation);
  }
  evaluation.bleu = CorpusBleu(evaluation.translations, references).score;
  evaluation.chrf = CorpusChrf(evaluation.translations, references);
  evaluation.bleu_signature = BleuSignature();
  evaluation.chrf_signature = ChrfSignature();
  return evaluation;
}

// A pair whose source could not be translated is reported once; a reference
// that cannot be scored is reported here.
double Perplexity(const std::vector<ScoredText>& scores,
                  Evaluation& evaluation) {
  std::set<std::size_t> reported;
  for (const EvaluationFailure& failure : evaluation.failures) {
    reported.insert(failure.index);
  }
  double log_probability = 0.0;
  int64_t tokens = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i].status.ok()) {
      log_probability += scores[i].log_probability;
      tokens += scores[i].target_tokens;
    } else if (!reported.contains(i)) {
      evaluation.failures.push_back(
          {.index = i,
           .message = absl::StrCat("not in the perplexity: ",
                                   scores[i].status.message())});
    }
  }
  std::sort(evaluation.failures.begin(), evaluation.failures.end(),
            [](const EvaluationFailure& a, const EvaluationFailure& b) {
              return a.index < b.index;
            });
  return tokens == 0 ? 0.0
                     : std::exp(-log_probability / static_cast<double>(tokens));
}

}  // namespace

absl::StatusOr<Evaluation> EvaluateTranslations(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options) {
  return EvaluateWith(TranslateAll, model, sources, references, options);
}

absl::StatusOr<Evaluation> EvaluateDocuments(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options) {
  return EvaluateWith(TranslateDocuments, model, sources, references, options);
}

absl::StatusOr<Evaluation> EvaluateModel(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> references, const OfflineOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(
      Evaluation evaluation,
      EvaluateTranslations(model, sources, references, options));
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<ScoredText> scores,
                             ScoreAll(model, sources, references, options));
  evaluation.perplexity = Perplexity(scores, evaluation);
  return evaluation;
}

}  // namespace interpres
