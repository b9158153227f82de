// The options of the search and its results.

#ifndef INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_
#define INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "model/config/generation_config.h"

namespace interpres {

// Random sampling in place of a search.
struct SamplingOptions {
  // The same seed, options and source give the same translations.
  uint64_t seed = 0;
  // Divides the logits before the draw, 0.01 to 10.
  float temperature = 1.0f;
  // The number of likeliest tokens to draw from, 0 to kMaxTopK. 0 means all.
  int32_t top_k = 0;
  // Draw from the smallest set of these tokens, likeliest first, that has this
  // share of their probability. Above 0, at most 1. 1 means all of them.
  float top_p = 1.0f;

  friend bool operator==(const SamplingOptions&,
                         const SamplingOptions&) = default;
};

// A text's own pieces among the ids of its source: [first, first + count). Both
// are at least 0.
struct SourcePieces {
  int32_t first = 0;
  int32_t count = 0;

  friend bool operator==(const SourcePieces&, const SourcePieces&) = default;
};

// What to return of the decoder's attention to the source. The search is the
// same with and without attention. Each finished translation is fed a second
// time, one step for each of its tokens (see model/engine/attention_review.h).
struct AttentionOptions {
  // The source token that each token is aligned to.
  bool alignments = false;
  // The weights of every layer and head.
  bool weights = false;
  // With `weights`: the maximum number of weights over all translations of the
  // sentence. A sentence with more returns neither weights nor alignments.
  int64_t max_weights = int64_t{1} << 20;
  // With `alignments`: the source tokens that tokens can be aligned to.
  SourcePieces pieces = {};

  friend bool operator==(const AttentionOptions&,
                         const AttentionOptions&) = default;
};

struct DecodingOptions {
  // The width of the beam, 1 to kMaxBeamSize. 1 is greedy decoding. The cost of
  // a sentence is proportional to the width.
  int32_t beam_size = 4;
  // Maximum number of hypotheses to return, 1 to beam_size. A search returns
  // fewer if the finished hypotheses have fewer different texts.
  int32_t n_best = 1;
  // a in score = log-probability / length^a, 0 to 5.
  float length_penalty = 1.0f;
  // Maximum number of target tokens, with the end symbol. At least 1.
  int32_t max_length = 256;
  // Search only among the tokens that the model's shortlist has for the
  // sentence. This is faster, but can give another result than exact search.
  // Log-probabilities are then relative to the listed tokens.
  bool shortlist = false;
  // Divides or multiplies the logits of tokens that the translation already has
  // (see repetition_rules.h), 0.1 to 10. Above 1 discourages repetition. 1
  // disables the rule.
  float repetition_penalty = 1.0f;
  // No sequence of this many tokens occurs twice in a translation, 0 to
  // kMaxNgramSize. 0 disables the rule.
  int32_t no_repeat_ngram_size = 0;
  // Draw n_best translations independently of each other instead of a search.
  // REQUIRES: beam_size == n_best.
  std::optional<SamplingOptions> sampling = std::nullopt;
  // Return alignments or weights of the decoder's attention to the source.
  std::optional<AttentionOptions> attention = std::nullopt;

  friend bool operator==(const DecodingOptions&,
                         const DecodingOptions&) = default;
};

inline constexpr float kMinRepetitionPenalty = 0.1f;
inline constexpr float kMaxRepetitionPenalty = 10.0f;
inline constexpr int32_t kMaxNgramSize = 64;
inline constexpr float kMinTemperature = 0.01f;
inline constexpr float kMaxTemperature = 10.0f;
inline constexpr int32_t kMaxTopK = 1000;

// INVALID_ARGUMENT with the option, the value found and the range.
absl::Status ValidateDecodingOptions(const DecodingOptions& options);

enum class FinishReason {
  kEndOfSentence,
  kLengthLimit,
  kCancelled,
  kDeadline,
};

// "END_OF_SENTENCE", ...
std::string_view FinishReasonName(FinishReason reason);

// A finished translation. `tokens` excludes the end symbol unless the
// hypothesis ended with it: then it is the last token.
struct Hypothesis {
  std::vector<int32_t> tokens;
  // log P of each token, after the rules against repetition. A token of the
  // target prefix has its log P before the rules. Temperature, top_k and top_p
  // do not change these values. Same length as `tokens`.
  std::vector<float> token_log_probabilities;
  // sum(token_log_probabilities) / length^length_penalty.
  float score = 0.0f;
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  // With AttentionOptions::alignments: the source token that each token is
  // aligned to (see model/engine/alignment.h). Same length as `tokens`.
  std::vector<int32_t> alignment = {};
  // With AttentionOptions::weights: the weights of the decoder's attention to
  // the source when each token was chosen, [layers, heads, tokens, source
  // tokens].
  std::vector<float> attention = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_
