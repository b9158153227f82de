// The attention of finished translations: they are fed once more, token by
// token, in the steps that other sentences decode in. So the search needs no
// weights and stays as fast as it is, and what is returned is that of the very
// translations that are, however they were found. A step of a review is cheaper
// than one of the search: it has no product with the vocabulary.

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

  // Nothing is reviewed if options.weights is set and all together would have
  // more than options.max_weights.
  void Start(std::vector<Hypothesis> hypotheses, const Task& task);

  // The translations that have tokens left: the rows of a step. 0: done.
  int32_t active() const { return active_; }

  // Writes the rows to feed next; rows.size() == active(). Their attention
  // must be there when Advance is called.
  void WriteRows(int32_t slot, std::span<Row> rows);

  // Takes what the rows attended to.
  void Advance();

  // In the order of Start, with what the options asked for. Requires
  // active() == 0.
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
  // Of the rows of a step, [active, layers, heads, source tokens].
  std::vector<float> weights_;
  int32_t position_ = 0;
  int32_t active_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ATTENTION_REVIEW_H_
