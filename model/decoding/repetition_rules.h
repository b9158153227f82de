// The rules against repetition, as lists of tokens for each row of a step.
//
// Repetition penalty (Keskar et al., "CTRL", 2019, section 4.1, in the form
// that transformers and CTranslate2 share): the penalty applies to every token
// that the hypothesis already has. A positive logit is divided by the penalty,
// a negative logit is multiplied by the penalty. No repeated n-grams (Paulus et
// al., "A Deep Reinforced Model for Abstractive Summarization", 2017, section
// 2.5): a token that would complete an n-gram of the hypothesis gets -infinity.

#ifndef INTERPRES_MODEL_DECODING_REPETITION_RULES_H_
#define INTERPRES_MODEL_DECODING_REPETITION_RULES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/step_model.h"

namespace interpres {

// Appends to `banned` every token that would complete an n-gram at the end of
// `history` that `history` already contains. Keeps the earlier elements of
// `banned`. A token can be appended more than once.
// REQUIRES: n >= 1.
void AppendNgramCompletions(std::span<const int32_t> history, int32_t n,
                            std::vector<int32_t>& banned);

// Applies the rules against repetition in the options of one sentence to each
// row. Allocates no memory if the options have no rule. Not thread-safe.
class RepetitionRules {
 public:
  // Begins a sentence with the rules of `options`. Allocates the memory for all
  // rows of a step.
  // REQUIRES: `options` are valid.
  void Start(const DecodingOptions& options);

  // Returns whether the options have a rule.
  bool any() const { return ngram_size_ > 0 || penalty_ != 1.0f; }

  // Begins a step. Invalidates what Append returned in the previous step.
  void BeginStep() { tokens_.clear(); }

  // Returns the rules of a row whose hypothesis has the target tokens
  // `history`. The lists in the result are valid until the next BeginStep or
  // Start. Allocates no memory.
  // REQUIRES: any(); history.size() < max_length; at most beam_size calls for
  // each step.
  RowRules Append(std::span<const int32_t> history);

 private:
  int32_t ngram_size_ = 0;
  float penalty_ = 1.0f;
  std::vector<int32_t> tokens_;  // of the rows of this step
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_REPETITION_RULES_H_
