// The attention weights of finished translations. Each finished translation is
// fed a second time, token by token, in the same steps in which other sentences
// decode. So the search does not have to store weights. A step of a review is
// cheaper than a step of the search, because it has no product with the
// vocabulary. The search itself records alignments.

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

// Feeds the finished translations of one sentence to the decoder a second time,
// to read their attention weights. Call Start. Then repeat WriteRows, a decoder
// step and Advance until active() is 0. WriteRows and Advance allocate nothing.
// Not thread-safe.
class AttentionReview {
 public:
  struct Task {
    AttentionOptions options;
    CrossAttentionShape shape;
    int32_t source_tokens = 1;
    int32_t start_token = 0;
  };

  // Begins the review of `hypotheses`, the finished translations of a sentence.
  // If the translations have more than task.options.max_weights weights
  // together, active() is 0 immediately, and the hypotheses get no weights.
  // Throws std::bad_alloc if memory runs out.
  void Start(std::vector<Hypothesis> hypotheses, const Task& task);

  // Returns the number of rows of the next decoder step: one for each
  // translation that still has tokens to feed. 0 means that the review has
  // ended.
  int32_t active() const { return active_; }

  // Fills `rows` with the rows that the next decoder step must feed for the
  // sentence in `slot`. The decoder step writes the attention weights of the
  // rows to memory of this object.
  // REQUIRES: rows.size() == active(). The decoder step runs before Advance is
  // called.
  void WriteRows(int32_t slot, std::span<Row> rows);

  // Stores the attention weights that the decoder step wrote. REQUIRES: a
  // decoder step has run for the rows of the last WriteRows.
  void Advance();

  // Moves out the hypotheses, in the order of Start. They have their weights,
  // unless Start found too many.
  // REQUIRES: active() == 0.
  std::vector<Hypothesis> TakeHypotheses() { return std::move(hypotheses_); }

 private:
  // Returns the number of attention weights of one target token.
  std::size_t row_weights() const {
    return static_cast<std::size_t>(task_.shape.matrices()) *
           task_.source_tokens;
  }
  bool Fits() const;
  void CountActive();
  void Take(std::span<const float> weights, Hypothesis& hypothesis) const;

  Task task_;
  std::vector<Hypothesis> hypotheses_;
  // The indices of the hypotheses, longest hypothesis first, so that finished
  // hypotheses leave at the back.
  std::vector<int32_t> order_;
  // The attention weights of the rows of the current step, [active, layers,
  // heads, source tokens].
  std::vector<float> weights_;
  int32_t position_ = 0;
  int32_t active_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ATTENTION_REVIEW_H_
