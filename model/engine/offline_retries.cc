// Tested by document_translator_test.cc.

#include "model/engine/offline_retries.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "model/base/status.h"
#include "model/engine/coverage.h"
#include "model/engine/second_attempt.h"

namespace interpres {
namespace {

// A sentence whose translation has a defect, and how to translate it again.
struct Retry {
  std::size_t sentence = 0;
  DecodingOptions options = {};
};

// Translates the sentences with defects again, as the server does.
class Retries {
 public:
  // All arguments must outlive the object. `results` come from TranslateAll.
  Retries(const TranslationModel& model, std::span<const std::string> sentences,
          const OfflineOptions& options, std::vector<OfflineResult>& results)
      : model_(model),
        sentences_(sentences),
        options_(options),
        results_(results) {}

  absl::Status Run(const ResolvedDirection& direction) {
    INTERPRES_RETURN_IF_ERROR(JudgeFirst(direction));
    while (!waiting_.empty()) {
      INTERPRES_RETURN_IF_ERROR(TranslateNext());
    }
    MarkRepetitions();
    return absl::OkStatus();
  }

 private:
  // Judges the results of TranslateAll.
  absl::Status JudgeFirst(const ResolvedDirection& direction) {
    usual_length_ratio_ =
        UsualLengthRatio(model_.card(), model_.tokenizer(), direction.target);
    const AttemptLimits limits = {
        .max_beam_size =
            std::min(kMaxBeamSize, model_.Resolve(options_.engine).max_rows),
        .usual_length_ratio = &usual_length_ratio_};
    for (std::size_t i = 0; i < results_.size(); ++i) {
      OfflineResult& result = results_[i];
      if (!result.status.ok() || result.hypotheses.front().tokens.empty()) {
        continue;
      }
      INTERPRES_ASSIGN_OR_RETURN(EncodedText source,
                                 model_.Encode(sentences_[i], direction.tags));
      attempts_.emplace(std::piecewise_construct, std::forward_as_tuple(i),
                        std::forward_as_tuple(
                            MakeSentence(std::move(source), options_.decoding,
                                         /*target_prefix=*/{}),
                            limits));
      Judge(i, std::move(result));
    }
    return absl::OkStatus();
  }

  // Takes the result of an attempt.
  void Judge(std::size_t sentence, OfflineResult result) {
    SentenceAttempts& attempts = attempts_.at(sentence);
    const std::size_t sound =
        SoundHypothesis(attempts.source(), result.hypotheses);
    std::swap(result.hypotheses.front(), result.hypotheses[sound]);
    std::swap(result.translations.front(), result.translations[sound]);
    const AttemptVerdict verdict = attempts.Judge(result.hypotheses.front());
    if (verdict.is_best) {
      results_[sentence] = std::move(result);
    }
    if (verdict.next) {
      waiting_.push_back({.sentence = sentence, .options = *verdict.next});
    }
  }

  // Translates all sentences with the options of the first one that waits.
  absl::Status TranslateNext() {
    OfflineOptions options = options_;
    options.decoding = waiting_.front().options;
    const auto others = std::partition(
        waiting_.begin(), waiting_.end(), [&](const Retry& retry) {
          return !(retry.options == options.decoding);
        });
    const std::vector<Retry> now(others, waiting_.end());
    waiting_.erase(others, waiting_.end());
    std::vector<std::string> sentences;
    sentences.reserve(now.size());
    for (const Retry& retry : now) {
      sentences.push_back(sentences_[retry.sentence]);
    }
    INTERPRES_ASSIGN_OR_RETURN(std::vector<OfflineResult> results,
                               TranslateAll(model_, sentences, options));
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (results[i].status.ok()) {
        Judge(now[i].sentence, std::move(results[i]));
      }
    }
    return absl::OkStatus();
  }

  void MarkRepetitions() {
    for (const auto& [sentence, attempts] : attempts_) {
      Hypothesis& best = results_[sentence].hypotheses.front();
      if (FindDefect(attempts.source(), best) == Defect::kLoop) {
        best.finish_reason = FinishReason::kRepetition;
      }
    }
  }

  const TranslationModel& model_;
  const std::span<const std::string> sentences_;
  const OfflineOptions& options_;
  std::vector<OfflineResult>& results_;
  std::atomic<double> usual_length_ratio_ = 0.0;
  std::map<std::size_t, SentenceAttempts> attempts_;  // by sentence
  std::vector<Retry> waiting_;
};

}  // namespace

absl::Status RetryDefects(const TranslationModel& model,
                          std::span<const std::string> sentences,
                          const OfflineOptions& options,
                          const ResolvedDirection& direction,
                          std::vector<OfflineResult>& results) {
  return Retries(model, sentences, options, results).Run(direction);
}

}  // namespace interpres
