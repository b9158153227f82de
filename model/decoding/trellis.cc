// Tested by beam_search_test.cc.

#include "model/decoding/trellis.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace interpres {

void Trellis::Start(const DecodingOptions& options, bool has_history) {
  options_ = options;
  history_.reserve(has_history ? options.max_length : 0);
  const auto beam = static_cast<std::size_t>(options.beam_size);
  nodes_.clear();
  finished_.clear();
  // A step keeps `beam` nodes and finishes at most `beam` more; before the
  // last one fewer than `beam` have finished.
  nodes_.reserve(beam * (static_cast<std::size_t>(options.max_length) + 2));
  finished_.reserve(2 * beam);
}

int32_t Trellis::Add(int32_t parent, const Candidate& candidate) {
  nodes_.push_back({parent, candidate.token, candidate.log_probability,
                    candidate.source_token});
  return static_cast<int32_t>(nodes_.size()) - 1;
}

std::span<const int32_t> Trellis::History(int32_t node) {
  history_.clear();
  for (; node != kNoNode; node = nodes_[node].parent) {
    history_.push_back(nodes_[node].token);
  }
  std::reverse(history_.begin(), history_.end());
  return history_;
}

void Trellis::Finish(int32_t node, double score, FinishReason reason) {
  finished_.push_back({node, score, reason});
}

std::vector<Hypothesis> Trellis::Results(const TextOf& text_of) const {
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

Hypothesis Trellis::Trace(const Finished& finished) const {
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
