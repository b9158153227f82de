// The attention of finished translations. Each finished translation is fed a
// second time, token by token, in the same steps in which other sentences
// decode. So the search does not have to store weights. A step of a review is
// cheaper than a step of the search, because it has no product with the
// vocabulary.

#ifndef INTERPRES_MODEL_ENGINE_ATTENTION_REVIEW_H_
#define INTERPRES_MODEL_ENGINE_ATTENTION_REVIEW_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/step_model.h"

namespace interpres {

// One sentence's review. WriteRows and Advance allocate nothing. Not
// thread-safe.
class AttentionReview {
 public:
  struct Task {
    AttentionOptions options;
    CrossAttentionShape shape;
    int32_t source_tokens = 1;
    int32_t start_token = 0;
    int32_t end_token = 0;
  };

  // Begins a review. If options.weights is set and the translations together
  // have more than options.max_weights weights, nothing is reviewed.
  void Start(std::vector<Hypothesis> hypotheses, const Task& task);

  // Returns the number of rows of the next step: the translations that still
  // have tokens. 0 means that the review has ended.
  int32_t active() const { return active_; }

  // Writes the rows to feed next.
  // REQUIRES: rows.size() == active(). The step has written the attention of
  // the rows before Advance is called.
  void WriteRows(int32_t slot, std::span<Row> rows);

  // Reads the attention that the step wrote.
  void Advance();

  // Returns the hypotheses in the order of Start, with the alignment and the
  // weights that the options ask for.
  // REQUIRES: active() == 0.
  std::vector<Hypothesis> TakeHypotheses() { return std::move(hypotheses_); }

 private:
  // The weights of one token.
  std::size_t row_weights() const {
    return static_cast<std::size_t>(task_.shape.matrices()) *
           task_.source_tokens;
  }
  bool Fits() const;
  void CountActive();
  void Take(std::span<const float> weights, Hypothesis& hypothesis) const;

  Task task_;
  std::vector<Hypothesis> hypotheses_;
  // The hypotheses, longest first: those that end leave from the back.
  std::vector<int32_t> order_;
  // The weights of a step, [active, layers, heads, source tokens].
  std::vector<float> weights_;
  int32_t position_ = 0;
  int32_t active_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ATTENTION_REVIEW_H_
