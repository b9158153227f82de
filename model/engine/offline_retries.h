// Further attempts for lists of sentences that are known in advance.

#ifndef INTERPRES_MODEL_ENGINE_OFFLINE_RETRIES_H_
#define INTERPRES_MODEL_ENGINE_OFFLINE_RETRIES_H_

#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/engine/directions.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Translates each sentence whose translation has a defect again
// (SentenceAttempts), and replaces its result with the best attempt. The first
// hypothesis of a result is its translation; a new result may have further
// hypotheses. A translation that still repeats itself or does not end gets the
// finish reason kRepetition. Ignores attempts that fail, results with an error
// and empty translations. Returns the errors of TranslateAll; `results` is then
// unspecified. REQUIRES: `results` is the result of TranslateAll for
// `sentences` and `options`, with n_best 1 and without a target prefix.
// `direction` is the resolved direction of `options`.
absl::Status RetryDefects(const TranslationModel& model,
                          std::span<const std::string> sentences,
                          const OfflineOptions& options,
                          const ResolvedDirection& direction,
                          std::vector<OfflineResult>& results);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_OFFLINE_RETRIES_H_
