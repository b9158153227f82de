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
  // The seed of the random numbers, which otherwise depend only on the source,
  // the number of the translation and the position. So the same seed, sentence,
  // options, model, compute type and CPU give the same translations. Without
  // AVX-512, the batch can change rounding and so a translation.
  uint64_t seed = 0;
  // The logits are divided by this number before a token is drawn. Allowed:
  // 0.01 to 10.
  float temperature = 1.0f;
  // Draw only from this number of tokens, the likeliest ones. Allowed: 0 to
  // kMaxTopK. 0 means all tokens.
  int32_t top_k = 0;
  // Draw from the smallest set of likeliest tokens whose probabilities add up
  // to this share of the probability of all tokens that top_k leaves. Above 0,
  // at most 1. 1 means all tokens that top_k leaves.
  float top_p = 1.0f;

  friend bool operator==(const SamplingOptions&,
                         const SamplingOptions&) = default;
};

// Asks for the weights of the decoder's attention to the source, of every layer
// and head. The search is the same with and without weights. The cost: each
// returned translation is fed a second time, one step for each token (see
// model/engine/attention_review.h).
struct AttentionOptions {
  // Maximum number of weights over all returned translations of a sentence. If
  // a sentence has more, all its translations are returned without weights. At
  // least 0.
  int64_t max_weights = int64_t{1} << 20;

  friend bool operator==(const AttentionOptions&,
                         const AttentionOptions&) = default;
};

struct DecodingOptions {
  // The width of the beam, 1 to kMaxBeamSize. 1 is greedy decoding. The cost of
  // a sentence is proportional to the width.
  int32_t beam_size = 4;
  // Maximum number of hypotheses to return, 1 to beam_size. A search returns
  // fewer if fewer hypotheses with different texts finish.
  int32_t n_best = 1;
  // The exponent a in score = log-probability / length^a, where the length is
  // the number of target tokens with the end symbol. Allowed: 0 to
  // kMaxLengthPenalty. A larger exponent favours longer translations.
  float length_penalty = 1.0f;
  // Maximum number of target tokens, including the target prefix and the end
  // symbol. At least 1, at most the number of positions of the model.
  int32_t max_length = 256;
  // Choose only from the target tokens that the model's shortlist has for the
  // sentence, the target prefix, the required tokens and the end symbol. The
  // search is faster, but can give another result. Log-probabilities are then
  // relative to the listed tokens. REQUIRES: the model has a shortlist.
  bool shortlist = false;
  // The logits of tokens that the translation already has are divided by this
  // number if they are positive, and multiplied if negative. Allowed: 0.1 to
  // 10. Above 1 discourages repetition. 1 disables the rule. The rule does not
  // change the next tokens of required sequences.
  float repetition_penalty = 1.0f;
  // Forbids that a sequence of this many tokens occurs twice in a translation.
  // The target prefix and required sequences can repeat tokens nevertheless.
  // Allowed: 0 to kMaxNgramSize. 0 disables the rule.
  int32_t no_repeat_ngram_size = 0;
  // A token that a beam search never chooses, for example the unknown piece.
  // Only the target prefix and required sequences may have the token. Its
  // probability still counts in the softmax, so other scores do not change.
  // Sampling may draw the token. Negative means no token.
  int32_t unwanted_token = -1;
  // If set: draw n_best translations at random, independently of each other.
  // Null means a beam search. REQUIRES: beam_size == n_best.
  std::optional<SamplingOptions> sampling = std::nullopt;
  // If set: return the weights of the decoder's attention to the source. Null
  // means no weights.
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

// Returns INVALID_ARGUMENT if an option is out of its range. The message has
// the option, its value and the range. Does not check the limits of a model and
// an engine: the largest max_length and beam_size, and whether shortlist and
// attention are possible. ValidateSentence checks all of this.
absl::Status ValidateDecodingOptions(const DecodingOptions& options);

enum class FinishReason {
  kEndOfSentence,
  kLengthLimit,
  // The translation repeats itself (model/decoding/loop_check.h). The search
  // never sets this reason. The code that repeats failed translations sets it.
  kRepetition,
  kCancelled,
  kDeadline,
};

// A finished translation. `tokens` begins with the target prefix. The last
// token is the end symbol if the hypothesis ended with it, otherwise `tokens`
// has no end symbol.
struct Hypothesis {
  std::vector<int32_t> tokens = {};
  // The natural logarithm of the probability of each token, after the rules
  // against repetition. Tokens of the target prefix and forced required tokens
  // have the probability before these rules. Temperature, top_k and top_p do
  // not change the values. Same length as `tokens`.
  std::vector<float> token_log_probabilities = {};
  // sum(token_log_probabilities) / length^length_penalty.
  float score = 0.0f;
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  // For each of the `tokens`, the index of the source token that the target
  // token is aligned to (see model/decoding/alignment.h). kNoSourceToken, -1,
  // if the model has no attention. Same length as `tokens`.
  std::vector<int32_t> alignment = {};
  // With DecodingOptions::attention: the weights of the decoder's attention to
  // the source when each token was chosen, [layers, heads, tokens, source
  // tokens]. Otherwise empty. Also empty if AttentionOptions::max_weights was
  // exceeded.
  std::vector<float> attention = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_
