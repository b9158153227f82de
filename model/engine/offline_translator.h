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
  // Every translation begins with this text.
  std::string target_prefix = {};
  // Number of worker threads, at least 1. Does not change the results.
  int32_t threads = 1;
  EngineOptions engine;  // of each worker
};

// The result of one text.
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

// Returns one result for each text, in order. Long sentences are decoded first,
// so that no worker still decodes a long sentence when the others have
// finished. INVALID_ARGUMENT or NOT_FOUND if the options are wrong for every
// text.
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

// Returns log P(target | source) of every pair, in order. Uses the languages
// and `threads` of the options only. INVALID_ARGUMENT if the lists differ in
// length.
absl::StatusOr<std::vector<ScoredText>> ScoreAll(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> targets, const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_OFFLINE_TRANSLATOR_H_
