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

// How TranslateAll and ScoreAll work.
struct OfflineOptions {
  // The languages, as TranslationModel::ResolveTags takes them. Empty means any
  // language.
  std::string source_language;
  std::string target_language;
  DecodingOptions decoding;
  // The translation of a text that is not blank begins so. Empty means any.
  std::string target_prefix = {};
  // Number of worker threads, 1 to kMostThreads. Does not change the results if
  // TranslationModel::IsBatchInvariant(). Otherwise the last bits of scores may
  // change, and so, rarely, a translation.
  int32_t threads = 1;
  EngineOptions engine;  // of each worker
};

// The result of TranslateAll for one text.
struct OfflineResult {
  // OK, or the reason why the text was not translated: INVALID_ARGUMENT if the
  // text is too long or invalid UTF-8, RESOURCE_EXHAUSTED if memory ran out.
  absl::Status status;
  // The hypotheses, best first, at most n_best of them. Empty if `status` is an
  // error. An empty text has one hypothesis, without tokens.
  std::vector<Hypothesis> hypotheses;
  // The text of each element of `hypotheses` (TranslationModel::TextOf).
  std::vector<std::string> translations;
  int32_t source_tokens = 0;
};

// Translates all texts and returns one result for each text, in the order of
// `texts`. A text that cannot be translated has the error in its result.
// Returns an error for all texts if the options are invalid (INVALID_ARGUMENT),
// no direction has the languages (NOT_FOUND), an engine fails, or the worker
// threads run out of memory (RESOURCE_EXHAUSTED). Long sentences are decoded
// first, so that no worker still decodes a long sentence when the others have
// finished.
absl::StatusOr<std::vector<OfflineResult>> TranslateAll(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options);

// The score of a given translation: a result of ScoreAll.
struct ScoredText {
  // OK, or the reason why the pair of texts has no score: INVALID_ARGUMENT if
  // one of the texts is too long or invalid UTF-8.
  absl::Status status;
  double log_probability = 0.0;  // summed over the target's tokens, in nats
  int32_t target_tokens = 0;     // with the end symbol
};

// Returns log P(target | source) of every pair (sources[i], targets[i]), in
// order. Uses only the languages and `threads` of the options. A pair that
// cannot be scored has the error in its result. Returns INVALID_ARGUMENT if the
// lists differ in length or `threads` is out of range, and the errors of
// TranslationModel::ResolveTags and ScoreTokens. Returns RESOURCE_EXHAUSTED if
// the worker threads run out of memory.
absl::StatusOr<std::vector<ScoredText>> ScoreAll(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> targets, const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_OFFLINE_TRANSLATOR_H_
