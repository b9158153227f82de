// What a caller may choose about the search, and what the search returns.

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
  // Logits are divided by it before the draw, 0.01 to 10.
  float temperature = 1.0f;
  // Only so many of the likeliest tokens are drawn from, 0 to kMaxTopK; 0: all.
  int32_t top_k = 0;
  // Of these, only the fewest likeliest that have this share of their
  // probability; above 0, at most 1; 1: all.
  float top_p = 1.0f;

  friend bool operator==(const SamplingOptions&,
                         const SamplingOptions&) = default;
};

// What to return of the decoder's attention to the source. The search itself
// stays as it is: each translation is fed once more when it is finished, which
// takes as many steps as it has tokens (see model/engine/attention_review.h).
struct AttentionOptions {
  // The source token that each token is aligned to.
  bool alignments = false;
  // The weights of every layer and head.
  bool weights = false;
  // With `weights`: the most of them, over all translations of the sentence. A
  // sentence that has more returns none, and no alignments.
  int64_t max_weights = int64_t{1} << 20;
  // The first source token that is a piece of the text; tags precede it.
  // Alignments name none of those. At least 0.
  int32_t first_piece = 0;

  friend bool operator==(const AttentionOptions&,
                         const AttentionOptions&) = default;
};

struct DecodingOptions {
  // The width of the beam, 1 to kMaxBeamSize. 1 is greedy decoding. The cost of
  // a sentence grows with it in proportion.
  int32_t beam_size = 4;
  // Maximum number of hypotheses to return, 1 to beam_size. A search returns
  // fewer if the finished hypotheses have fewer different texts.
  int32_t n_best = 1;
  // a in score = log-probability / length^a, 0 to 5.
  float length_penalty = 1.0f;
  // The most target tokens, the end symbol included; at least 1.
  int32_t max_length = 256;
  // Search within the model's shortlist for the sentence: faster, and a little
  // other than exact search. Log-probabilities are then those among the listed
  // tokens.
  bool shortlist = false;
  // Divides or multiplies the logits of tokens that the translation has already
  // (see repetition_rules.h), 0.1 to 10. Above 1 discourages repetition, 1 is
  // off.
  float repetition_penalty = 1.0f;
  // No run of so many tokens occurs twice in a translation, 0 to
  // kMaxNgramSize. 0 is off.
  int32_t no_repeat_ngram_size = 0;
  // Draw n_best translations, independent of each other, in place of a search;
  // beam_size is then n_best.
  std::optional<SamplingOptions> sampling = std::nullopt;
  // Return something of the decoder's attention to the source.
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
  // log P of each token, after the rules against repetition; of a token of the
  // target prefix before them. Temperature, top_k and top_p change what is
  // drawn, not this. Same length as `tokens`.
  std::vector<float> token_log_probabilities;
  // sum(token_log_probabilities) / length^length_penalty.
  float score = 0.0f;
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  // If it was asked for: the source token that each token is aligned to (see
  // model/engine/alignment.h). Same length as `tokens`.
  std::vector<int32_t> alignment = {};
  // If they were asked for: the weights of the decoder's attention to the
  // source when each token was chosen, [layers, heads, tokens, source tokens].
  std::vector<float> attention = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_
