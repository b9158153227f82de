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

// Translates the sentences whose translations have a defect again
// (SentenceAttempts), and replaces their results with the best attempts. A
// translation that still repeats itself gets kRepetition. `results` come from
// TranslateAll for the sentences and the options, with n_best 1 and without a
// target prefix. Returns the errors of TranslateAll.
absl::Status RetryDefects(const TranslationModel& model,
                          std::span<const std::string> sentences,
                          const OfflineOptions& options,
                          const ResolvedDirection& direction,
                          std::vector<OfflineResult>& results);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_OFFLINE_RETRIES_H_
