// Translates lists of texts that are all known in advance: files, test sets,
// the trainer's validation. The same engine as the server's.

#ifndef INTERPRES_MODEL_ENGINE_OFFLINE_TRANSLATOR_H_
#define INTERPRES_MODEL_ENGINE_OFFLINE_TRANSLATOR_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/decoding/decoding_options.h"
#include "model/engine/translation_model.h"

namespace interpres {

struct OfflineOptions {
  // As TranslationModel::ResolveTag takes them.
  std::string source_language;
  std::string target_language;
  DecodingOptions decoding;
  // What every translation begins with.
  std::string target_prefix = {};
  // Worker threads, at least 1. The results do not depend on it.
  int32_t threads = 1;
  EngineOptions engine;  // of each worker
};

// What became of one text.
struct OfflineResult {
  // Why the text was not translated (too long, invalid UTF-8, too little
  // memory); else OK.
  absl::Status status;
  // Best first, at most n_best. An empty text has one, without tokens.
  std::vector<Hypothesis> hypotheses;
  // The hypotheses, detokenised.
  std::vector<std::string> translations;
  int32_t source_tokens = 0;
};

// One result per text, in order. Long sentences go first, so that no worker
// ends with a long one alone. INVALID_ARGUMENT / NOT_FOUND if the options are
// wrong for every text.
absl::StatusOr<std::vector<OfflineResult>> TranslateAll(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options);

// A translation scored by forced decoding.
struct ScoredText {
  // Why it has no score (too long, invalid UTF-8); else OK.
  absl::Status status;
  double log_probability = 0.0;  // summed over the target's tokens, in nats
  int32_t target_tokens = 0;     // with the end symbol
};

// log P(target | source) of every pair, in order. targets.size() must equal
// sources.size(). Of the options, the languages and `threads` are used.
absl::StatusOr<std::vector<ScoredText>> ScoreAll(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> targets, const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_OFFLINE_TRANSLATOR_H_
