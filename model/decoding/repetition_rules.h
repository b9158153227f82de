// The rules against repetition, as lists of tokens for each row of a step.
//
// Repetition penalty (Keskar et al., "CTRL", 2019, section 4.1, in the form
// that transformers and CTranslate2 share): the logit of every token that the
// hypothesis has already is divided by the penalty where it is positive and
// multiplied by it where it is negative. No repeated n-grams (Paulus et al., "A
// Deep Reinforced Model for Abstractive Summarization", 2017, section 2.5): a
// token that would complete an n-gram of the hypothesis gets -infinity.

#ifndef INTERPRES_MODEL_DECODING_REPETITION_RULES_H_
#define INTERPRES_MODEL_DECODING_REPETITION_RULES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/step_model.h"

namespace interpres {

// Appends to `banned` the tokens that would complete an n-gram which `history`
// has already; n >= 1. Repeats are possible.
void AppendNgramCompletions(std::span<const int32_t> history, int32_t n,
                            std::vector<int32_t>& banned);

// The rules of one sentence's options. Rows take no memory unless there are
// any. Not thread-safe.
class RepetitionRules {
 public:
  // Takes the memory for all rows of a step. `options` must be valid.
  void Start(const DecodingOptions& options);

  // Whether the options have such a rule; Append must be called only then.
  bool any() const { return ngram_size_ > 0 || penalty_ != 1.0f; }

  // Begins a step: the rules of the last one are gone.
  void BeginStep() { tokens_.clear(); }

  // The rules of a row whose hypothesis has the tokens `history`, fewer than
  // max_length. At most beam_size calls a step; allocates nothing. Valid until
  // BeginStep.
  RowRules Append(std::span<const int32_t> history);

 private:
  int32_t ngram_size_ = 0;
  float penalty_ = 1.0f;
  std::vector<int32_t> tokens_;  // of the rows of this step
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_REPETITION_RULES_H_
