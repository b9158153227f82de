// Tested by slot_engine_attention_test.cc and engine_attention_test.cc.

#include "model/engine/attention_review.h"

#include <algorithm>
#include <numeric>

namespace interpres {

void AttentionReview::Start(std::vector<Hypothesis> hypotheses,
                            const Task& task) {
  task_ = task;
  hypotheses_ = std::move(hypotheses);
  position_ = 0;
  active_ = 0;
  if (!Fits()) {
    return;
  }
  for (Hypothesis& hypothesis : hypotheses_) {
    const std::size_t tokens = hypothesis.tokens.size();
    hypothesis.attention.resize(tokens * row_weights());
  }
  order_.resize(hypotheses_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(), [this](int32_t a, int32_t b) {
    return hypotheses_[a].tokens.size() > hypotheses_[b].tokens.size();
  });
  weights_.resize(order_.size() * row_weights());
  active_ = static_cast<int32_t>(order_.size());
  CountActive();
}

bool AttentionReview::Fits() const {
  std::size_t tokens = 0;
  for (const Hypothesis& hypothesis : hypotheses_) {
    tokens += hypothesis.tokens.size();
  }
  return static_cast<int64_t>(tokens * row_weights()) <=
         task_.options.max_weights;
}

void AttentionReview::CountActive() {
  while (active_ > 0 && hypotheses_[order_[active_ - 1]].tokens.size() <=
                            static_cast<std::size_t>(position_)) {
    --active_;
  }
}

void AttentionReview::WriteRows(int32_t slot, std::span<Row> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Hypothesis& hypothesis = hypotheses_[order_[i]];
    const auto beam = static_cast<int32_t>(i);
    rows[i] = {.slot = slot,
               .beam = beam,
               .parent_beam = position_ == 0 ? 0 : beam,
               .token = position_ == 0 ? task_.start_token
                                       : hypothesis.tokens[position_ - 1],
               .position = position_,
               .num_candidates = 0,
               .attention = weights_.data() + i * row_weights()};
  }
}

void AttentionReview::Advance() {
  for (int32_t i = 0; i < active_; ++i) {
    Take(std::span<const float>(weights_).subspan(i * row_weights(),
                                                  row_weights()),
         hypotheses_[order_[i]]);
  }
  ++position_;
  CountActive();
}

void AttentionReview::Take(std::span<const float> weights,
                           Hypothesis& hypothesis) const {
  const std::size_t tokens = hypothesis.tokens.size();
  const auto source = static_cast<std::size_t>(task_.source_tokens);
  for (std::size_t matrix = 0; matrix * source < weights.size(); ++matrix) {
    const std::span<const float> row = weights.subspan(matrix * source, source);
    std::copy(row.begin(), row.end(),
              hypothesis.attention.begin() +
                  static_cast<std::ptrdiff_t>((matrix * tokens + position_) *
                                              source));
  }
}

}  // namespace interpres
