// What a caller may choose about the search, and what the search returns.

#ifndef INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_
#define INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace interpres {

struct DecodingOptions {
  // The width of the beam, 1 to kMaxBeamSize. 1 is greedy decoding. The cost of
  // a sentence grows with it in proportion.
  int32_t beam_size = 4;
  // Hypotheses returned, 1 to beam_size.
  int32_t n_best = 1;
  // a in score = log-probability / length^a, 0 to 5.
  float length_penalty = 1.0f;
  // The most target tokens, the end symbol included; at least 1.
  int32_t max_length = 256;
  // Search within the model's shortlist for the sentence: faster, and a little
  // other than exact search. Log-probabilities are then those among the listed
  // tokens.
  bool shortlist = false;
};

inline constexpr int32_t kMaxBeamSize = 16;

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
  // log P of each token; same length as `tokens`.
  std::vector<float> token_log_probabilities;
  // sum(token_log_probabilities) / length^length_penalty.
  float score = 0.0f;
  FinishReason finish_reason = FinishReason::kEndOfSentence;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_DECODING_OPTIONS_H_
