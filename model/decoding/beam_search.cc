// Tested by beam_search_test.cc.

#include "model/decoding/beam_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

#include "model/kernels/counter_random.h"

namespace interpres {

void BeamSearch::Start(const DecodingOptions& options, int32_t start_token,
                       int32_t end_token, std::span<const int32_t> prefix,
                       uint64_t random_key) {
  options_ = options;
  start_token_ = start_token;
  end_token_ = end_token;
  position_ = 0;
  prefix_.assign(prefix.begin(), prefix.end());
  random_key_ = random_key;
  rules_.Start(options);
  history_.reserve(rules_.any() ? options.max_length : 0);
  const auto beam = static_cast<std::size_t>(options.beam_size);
  nodes_.clear();
  active_.clear();
  finished_.clear();
  // A step keeps `beam` nodes and finishes at most `beam` more; before the
  // last one fewer than `beam` have finished.
  nodes_.reserve(beam * (static_cast<std::size_t>(options.max_length) + 2));
  active_.reserve(beam);
  next_.reserve(beam);
  ranked_.reserve(beam * 2 * beam);
  finished_.reserve(2 * beam);
  active_.push_back({});
  if (!InPrefix()) {
    FanOut();
  }
}

void BeamSearch::FanOut() {
  if (!options_.sampling.has_value()) {
    return;
  }
  active_.resize(static_cast<std::size_t>(options_.n_best), active_.front());
  for (std::size_t i = 0; i < active_.size(); ++i) {
    active_[i].draw = static_cast<int32_t>(i);
  }
}

int32_t BeamSearch::num_candidates(int32_t vocab_size) const {
  return InPrefix() || options_.sampling.has_value()
             ? 1
             : std::min(2 * options_.beam_size, vocab_size);
}

void BeamSearch::WriteRows(int32_t slot, int32_t vocab_size,
                           std::span<Row> rows) {
  rules_.BeginStep();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const Active& hypothesis = active_[i];
    rows[i] = {.slot = slot,
               .beam = static_cast<int32_t>(i),
               .parent_beam = hypothesis.parent_beam,
               .token = hypothesis.node == kNoNode
                            ? start_token_
                            : nodes_[hypothesis.node].token,
               .position = position_,
               .num_candidates = num_candidates(vocab_size)};
    if (InPrefix()) {
      rows[i].forced_token = prefix_[position_];
    } else if (rules_.any()) {
      rows[i].rules = rules_.Append(History(hypothesis.node));
    }
    if (!InPrefix() && options_.sampling.has_value()) {
      WriteDraw(hypothesis, rows[i]);
    }
  }
}

void BeamSearch::WriteDraw(const Active& hypothesis, Row& row) const {
  row.sampling = &*options_.sampling;
  row.uniform = RandomUniform(
      CombineKeys(random_key_, static_cast<uint64_t>(hypothesis.draw)),
      static_cast<uint32_t>(position_));
  if (position_ == 0) {
    row.never_drawn = end_token_;
  }
}

std::span<const int32_t> BeamSearch::History(int32_t node) {
  history_.clear();
  for (; node != kNoNode; node = nodes_[node].parent) {
    history_.push_back(nodes_[node].token);
  }
  std::reverse(history_.begin(), history_.end());
  return history_;
}

void BeamSearch::Advance(std::span<const Candidate> candidates, int32_t stride,
                         int32_t count) {
  if (InPrefix()) {
    AdvancePrefix(candidates.front());
    return;
  }
  if (options_.sampling.has_value()) {
    AdvanceDraws(candidates, stride);
    return;
  }
  RankCandidates(candidates, stride, count);
  ++position_;
  const bool last_step = position_ == options_.max_length;
  next_.clear();
  const auto beam = static_cast<std::size_t>(options_.beam_size);
  for (std::size_t rank = 0; rank < ranked_.size(); ++rank) {
    const Ranked& ranked = ranked_[rank];
    const bool ends = ranked.candidate.token == end_token_;
    const bool in_beam = rank < beam;
    if (in_beam && (ends || last_step)) {
      Finish(AddNode(ranked.beam, ranked.candidate), ranked.log_probability,
             ends ? FinishReason::kEndOfSentence : FinishReason::kLengthLimit);
    } else if (!ends && !last_step && next_.size() < beam) {
      next_.push_back({AddNode(ranked.beam, ranked.candidate), ranked.beam,
                       ranked.log_probability});
    }
  }
  if (ranked_.empty()) {
    // Everything is suppressed: what there is cannot grow.
    --position_;
    FinishAsTheyAre();
  }
  if (finished_.size() >= beam) {
    next_.clear();
  }
  active_.swap(next_);
}

// The prefix is fed by a single hypothesis.
void BeamSearch::AdvancePrefix(const Candidate& candidate) {
  if (!std::isfinite(candidate.log_probability)) {
    FinishAsTheyAre();
    active_.clear();
    return;
  }
  Active& hypothesis = active_.front();
  hypothesis.log_probability += candidate.log_probability;
  hypothesis.node = AddNode(0, candidate);
  ++position_;
  if (!InPrefix()) {
    FanOut();
  }
}

void BeamSearch::AdvanceDraws(std::span<const Candidate> candidates,
                              int32_t stride) {
  next_.clear();
  for (int32_t i = 0; i < active(); ++i) {
    const Active& hypothesis = active_[i];
    const Candidate& drawn = candidates[int64_t{i} * stride];
    if (!std::isfinite(drawn.log_probability)) {
      Finish(hypothesis.node, hypothesis.log_probability,
             FinishReason::kLengthLimit);
      continue;
    }
    next_.push_back(
        {.node = AddNode(i, drawn),
         .parent_beam = i,
         .log_probability = hypothesis.log_probability + drawn.log_probability,
         .draw = hypothesis.draw});
  }
  ++position_;
  const bool last_step = position_ == options_.max_length;
  std::erase_if(next_, [&](const Active& hypothesis) {
    const bool ends = nodes_[hypothesis.node].token == end_token_;
    if (ends || last_step) {
      Finish(hypothesis.node, hypothesis.log_probability,
             ends ? FinishReason::kEndOfSentence : FinishReason::kLengthLimit);
    }
    return ends || last_step;
  });
  active_.swap(next_);
}

void BeamSearch::FinishAsTheyAre() {
  for (const Active& hypothesis : active_) {
    Finish(hypothesis.node, hypothesis.log_probability,
           FinishReason::kLengthLimit);
  }
}

bool BeamSearch::Better(const Ranked& a, const Ranked& b) {
  return std::tuple(-a.log_probability, a.beam, a.candidate.token) <
         std::tuple(-b.log_probability, b.beam, b.candidate.token);
}

void BeamSearch::AddCandidates(int32_t beam, std::span<const Candidate> row) {
  const double prefix = active_[beam].log_probability;
  for (const Candidate& candidate : row) {
    const bool empty = position_ == 0 && candidate.token == end_token_;
    const bool unwanted = candidate.token == options_.unwanted_token;
    if (!empty && !unwanted && std::isfinite(candidate.log_probability)) {
      ranked_.push_back({beam, candidate, prefix + candidate.log_probability});
    }
  }
}

void BeamSearch::RankCandidates(std::span<const Candidate> candidates,
                                int32_t stride, int32_t count) {
  ranked_.clear();
  for (int32_t beam = 0; beam < active(); ++beam) {
    AddCandidates(beam, candidates.subspan(int64_t{beam} * stride, count));
  }
  const std::size_t kept = std::min<std::size_t>(
      ranked_.size(), 2 * static_cast<std::size_t>(options_.beam_size));
  std::partial_sort(ranked_.begin(),
                    ranked_.begin() + static_cast<std::ptrdiff_t>(kept),
                    ranked_.end(), Better);
  ranked_.resize(kept);
}

int32_t BeamSearch::AddNode(int32_t beam, const Candidate& candidate) {
  nodes_.push_back({active_[beam].node, candidate.token,
                    candidate.log_probability, candidate.source_token});
  return static_cast<int32_t>(nodes_.size()) - 1;
}

void BeamSearch::Finish(int32_t node, double log_probability,
                        FinishReason reason) {
  // Every hypothesis of a step has the same length; only one that could not
  // even begin has none.
  const double length = std::max(position_, 1);
  finished_.push_back(
      {node, log_probability / std::pow(length, options_.length_penalty),
       reason});
}

std::vector<Hypothesis> BeamSearch::Results(const TextOf& text_of) const {
  std::vector<Finished> best = finished_;
  std::stable_sort(
      best.begin(), best.end(),
      [](const Finished& a, const Finished& b) { return a.score > b.score; });
  const auto n_best = static_cast<std::size_t>(options_.n_best);
  const bool merges =
      text_of != nullptr && n_best > 1 && !options_.sampling.has_value();
  std::set<std::string> texts;
  std::vector<Hypothesis> results;
  for (std::size_t i = 0; i < best.size() && results.size() < n_best; ++i) {
    Hypothesis hypothesis = Trace(best[i]);
    if (!merges || texts.insert(text_of(hypothesis.tokens)).second) {
      results.push_back(std::move(hypothesis));
    }
  }
  return results;
}

Hypothesis BeamSearch::Trace(const Finished& finished) const {
  Hypothesis hypothesis;
  hypothesis.score = static_cast<float>(finished.score);
  hypothesis.finish_reason = finished.reason;
  for (int32_t node = finished.node; node != kNoNode;
       node = nodes_[node].parent) {
    hypothesis.tokens.push_back(nodes_[node].token);
    hypothesis.token_log_probabilities.push_back(nodes_[node].log_probability);
    hypothesis.alignment.push_back(nodes_[node].source_token);
  }
  std::reverse(hypothesis.tokens.begin(), hypothesis.tokens.end());
  std::reverse(hypothesis.token_log_probabilities.begin(),
               hypothesis.token_log_probabilities.end());
  std::reverse(hypothesis.alignment.begin(), hypothesis.alignment.end());
  return hypothesis;
}

}  // namespace interpres
