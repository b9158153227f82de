// Tested by beam_search_test.cc.

#include "model/decoding/beam_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "model/kernels/counter_random.h"

namespace interpres {

void BeamSearch::Start(const DecodingOptions& options, int32_t start_token,
                       int32_t end_token, const SearchDemands& demands,
                       uint64_t random_key) {
  options_ = options;
  start_token_ = start_token;
  end_token_ = end_token;
  position_ = 0;
  prefix_.assign(demands.prefix.begin(), demands.prefix.end());
  random_key_ = random_key;
  rules_.Start(options);
  const auto beam = static_cast<std::size_t>(options.beam_size);
  trellis_.Start(options, rules_.any());
  active_.clear();
  active_.reserve(beam);
  next_.reserve(beam);
  ranked_.reserve(beam * (2 * beam + 1));  // 3 for a beam of 1: MaxCandidates
  active_.push_back({});
  StartRequired(demands);
  if (!InPrefix()) {
    FanOut();
  }
}

void BeamSearch::StartRequired(const SearchDemands& demands) {
  required_.Start(demands.required, demands.source, options_.max_length,
                  demands.words);
  states_.clear();
  if (required_.any()) {
    const auto beam = static_cast<std::size_t>(options_.beam_size);
    const std::size_t sequences = demands.required.size();
    states_.reserve(beam);
    next_states_.reserve(beam);
    ranked_.reserve(beam * (2 * beam + 1 + sequences));
    scores_.reserve(ranked_.capacity());
    banks_.reserve(ranked_.capacity());
    // The spans of a step point into it: it must not grow during one.
    wanted_.reserve(beam * sequences);
    offers_.reserve(sequences);
    states_.push_back(required_.Initial());
  }
}

void BeamSearch::FanOut() {
  if (!options_.sampling.has_value()) {
    return;
  }
  const auto draws = static_cast<std::size_t>(options_.n_best);
  active_.resize(draws, active_.front());
  if (required_.any()) {
    states_.resize(draws, states_.front());
  }
  for (std::size_t i = 0; i < active_.size(); ++i) {
    active_[i].draw = static_cast<int32_t>(i);
  }
}

int32_t BeamSearch::num_candidates(int32_t vocab_size) const {
  return InPrefix() || options_.sampling.has_value()
             ? 1
             : MaxCandidates(options_.beam_size, vocab_size);
}

void BeamSearch::WriteRows(int32_t slot, int32_t vocab_size,
                           std::span<Row> rows) {
  rules_.BeginStep();
  wanted_.clear();
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const Active& hypothesis = active_[i];
    rows[i] = {.slot = slot,
               .beam = static_cast<int32_t>(i),
               .parent_beam = hypothesis.parent_beam,
               .token = hypothesis.node == Trellis::kNoNode
                            ? start_token_
                            : trellis_.token(hypothesis.node),
               .position = position_,
               .num_candidates = num_candidates(vocab_size)};
    if (InPrefix()) {
      rows[i].forced_token = prefix_[position_];
      continue;
    }
    if (required_.any() && WriteRequired(static_cast<int32_t>(i), rows[i])) {
      continue;
    }
    if (rules_.any()) {
      rows[i].rules = rules_.Append(trellis_.History(hypothesis.node));
    }
    if (required_.any()) {
      rows[i].rules.continuations = required_.Forbidden(states_[i]);
    }
    if (options_.sampling.has_value()) {
      WriteDraw(hypothesis, rows[i]);
    }
  }
}

bool BeamSearch::WriteRequired(int32_t beam, Row& row) {
  const RequiredState& state = states_[beam];
  const int32_t sequence = required_.Forced(state);
  if (sequence != kNoSequence) {
    row.forced_token = required_.NextToken(state, sequence);
    row.num_candidates = 1;
    return true;
  }
  const std::size_t begin = wanted_.size();
  required_.AppendWanted(state, wanted_);
  row.wanted = std::span(wanted_).subspan(begin);
  return false;
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
  next_.clear();
  next_states_.clear();
  const auto beam = static_cast<std::size_t>(options_.beam_size);
  if (required_.any()) {
    ExtendBanks();
  } else {
    ExtendBest(ranked_, beam);
  }
  if (ranked_.empty()) {
    // Everything is suppressed: what there is cannot grow.
    --position_;
    FinishAsTheyAre();
  }
  if (trellis_.finished() >= beam) {
    next_.clear();
    next_states_.clear();
  }
  active_.swap(next_);
  states_.swap(next_states_);
}

void BeamSearch::ExtendBanks() {
  banks_.clear();
  scores_.clear();
  for (std::size_t i = 0; i < ranked_.size(); ++i) {
    const RequiredProgress& progress = ranked_[i].progress;
    if (i == 0 || progress != ranked_[i - 1].progress) {
      banks_.push_back({.has_begun = progress.begun_tokens > 0});
    }
    ++banks_.back().size;
    scores_.push_back(ranked_[i].log_probability);
  }
  AllocatePlaces(scores_, options_.beam_size, banks_);
  std::span<const Ranked> rest = ranked_;
  for (const Bank& bank : banks_) {
    ExtendBest(rest.first(std::min(bank.size, 2 * bank.places)), bank.places);
    rest = rest.subspan(bank.size);
  }
}

void BeamSearch::ExtendBest(std::span<const Ranked> ranked,
                            std::size_t places) {
  const bool last_step = position_ == options_.max_length;
  const std::size_t full = next_.size() + places;
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const Ranked& best = ranked[rank];
    const bool ends = best.candidate.token == end_token_;
    const bool in_beam = rank < places;
    if (in_beam && (ends || last_step)) {
      Finish(AddNode(best.beam, best.candidate), best.log_probability,
             ends ? FinishReason::kEndOfSentence : FinishReason::kLengthLimit);
    } else if (!ends && !last_step && next_.size() < full) {
      Keep(best);
    }
  }
}

void BeamSearch::Keep(const Ranked& ranked) {
  next_.push_back({.node = AddNode(ranked.beam, ranked.candidate),
                   .parent_beam = ranked.beam,
                   .log_probability = ranked.log_probability,
                   .draw = active_[ranked.beam].draw});
  if (required_.any()) {
    next_states_.push_back(states_[ranked.beam]);
    required_.Extend(next_states_.back(), ranked.candidate, ranked.sequence);
  }
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
  if (required_.any()) {
    required_.Extend(states_.front(), candidate, kNoSequence);
  }
  if (!InPrefix()) {
    FanOut();
  }
}

void BeamSearch::AdvanceDraws(std::span<const Candidate> candidates,
                              int32_t stride) {
  next_.clear();
  next_states_.clear();
  for (int32_t i = 0; i < active(); ++i) {
    const Active& hypothesis = active_[i];
    const Ranked drawn =
        TakenByDraw(i, candidates.subspan(int64_t{i} * stride));
    if (!std::isfinite(drawn.candidate.log_probability)) {
      Finish(hypothesis.node, hypothesis.log_probability,
             FinishReason::kLengthLimit);
      continue;
    }
    Keep(drawn);
  }
  ++position_;
  FinishDraws();
  active_.swap(next_);
  states_.swap(next_states_);
}

void BeamSearch::FinishDraws() {
  const bool last_step = position_ == options_.max_length;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < next_.size(); ++i) {
    const Active& hypothesis = next_[i];
    const bool ends = trellis_.token(hypothesis.node) == end_token_;
    if (ends || last_step) {
      Finish(hypothesis.node, hypothesis.log_probability,
             ends ? FinishReason::kEndOfSentence : FinishReason::kLengthLimit);
      continue;
    }
    next_[kept] = hypothesis;
    if (required_.any()) {
      next_states_[kept] = next_states_[i];
    }
    ++kept;
  }
  next_.resize(kept);
  next_states_.resize(std::min(kept, next_states_.size()));
}

BeamSearch::Ranked BeamSearch::TakenByDraw(int32_t beam,
                                           std::span<const Candidate> row) {
  ranked_.clear();
  AddRanked(beam, row.front(), kNoSequence);
  Ranked drawn = ranked_.front();
  if (!required_.any()) {
    return drawn;
  }
  drawn.sequence = required_.Forced(states_[beam]);
  if (drawn.sequence != kNoSequence || states_[beam].missing == 0) {
    return drawn;
  }
  const bool ends = drawn.candidate.token == end_token_ ||
                    !std::isfinite(drawn.candidate.log_probability);
  ranked_.clear();
  AddOffers(beam, row.first(1), row.subspan(1),
            {.ends = ends, .allows_forbidden = ends});
  if (!ranked_.empty()) {
    return *std::min_element(ranked_.begin(), ranked_.end(), Better);
  }
  if (ends) {
    drawn.candidate.log_probability = -std::numeric_limits<float>::infinity();
  }
  return drawn;
}

void BeamSearch::FinishAsTheyAre() {
  for (const Active& hypothesis : active_) {
    Finish(hypothesis.node, hypothesis.log_probability,
           FinishReason::kLengthLimit);
  }
}

bool BeamSearch::Better(const Ranked& a, const Ranked& b) {
  return std::tuple(a.progress.Order(), -a.log_probability, a.beam,
                    a.candidate.token) < std::tuple(b.progress.Order(),
                                                    -b.log_probability, b.beam,
                                                    b.candidate.token);
}

void BeamSearch::AddRanked(int32_t beam, const Candidate& candidate,
                           int32_t sequence) {
  ranked_.push_back({.beam = beam,
                     .candidate = candidate,
                     .log_probability = active_[beam].log_probability +
                                        candidate.log_probability,
                     .sequence = sequence});
  if (required_.any()) {
    ranked_.back().progress =
        required_.Progress(states_[beam], candidate.token, sequence);
  }
}

void BeamSearch::AddCandidates(int32_t beam, std::span<const Candidate> row,
                               int32_t count) {
  for (const Candidate& candidate : row.first(count)) {
    const bool empty = position_ == 0 && candidate.token == end_token_;
    const bool unwanted = candidate.token == options_.unwanted_token;
    if (!empty && !unwanted && std::isfinite(candidate.log_probability)) {
      AddRanked(beam, candidate, kNoSequence);
    }
  }
}

void BeamSearch::AddRequired(int32_t beam, std::span<const Candidate> row,
                             int32_t count) {
  const RequiredState& state = states_[beam];
  const int32_t forced = required_.Forced(state);
  if (forced != kNoSequence) {
    if (std::isfinite(row.front().log_probability)) {
      AddRanked(beam, row.front(), forced);
    }
    return;
  }
  const auto begin = static_cast<std::ptrdiff_t>(ranked_.size());
  const bool would_end =
      position_ > 0 && state.missing > 0 && row.front().token == end_token_;
  const bool is_first = RequiredSequences::Reached(state) == most_reached_;
  AddOffers(beam, row.first(std::min(options_.beam_size, count)),
            row.subspan(count), {.ends = would_end && is_first});
  if (would_end && (std::ssize(ranked_) > begin || !is_first)) {
    return;
  }
  AddCandidates(beam, row, count);
  const auto is_left_out = [&](const Ranked& ranked) {
    const int32_t token = ranked.candidate.token;
    return ranked.sequence == kNoSequence &&
           ((token == end_token_ && state.missing > 0) ||
            std::find(offers_.begin(), offers_.end(), token) != offers_.end());
  };
  ranked_.erase(
      std::remove_if(ranked_.begin() + begin, ranked_.end(), is_left_out),
      ranked_.end());
  if (std::ssize(ranked_) == begin) {
    // The hypothesis cannot continue otherwise.
    AddOffers(beam, {}, row.subspan(count),
              {.ends = true, .allows_forbidden = true});
  }
}

void BeamSearch::AddOffers(int32_t beam, std::span<const Candidate> likely,
                           std::span<const Candidate> wanted,
                           RequiredSequences::OfferStep step) {
  const RequiredState& state = states_[beam];
  offers_.clear();
  required_.AppendWanted(state, offers_);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < offers_.size(); ++i) {
    const Candidate& candidate = wanted[i];
    step.is_likely = std::any_of(
        likely.begin(), likely.end(),
        [&](const Candidate& other) { return other.token == candidate.token; });
    const int32_t sequence = required_.Offered(state, candidate, step);
    if (sequence != kNoSequence && std::isfinite(candidate.log_probability)) {
      AddRanked(beam, candidate, sequence);
      offers_[kept++] = candidate.token;
    }
  }
  offers_.resize(kept);
}

void BeamSearch::RankCandidates(std::span<const Candidate> candidates,
                                int32_t stride, int32_t count) {
  ranked_.clear();
  most_reached_ = RequiredSequences::MostReached(states_);
  for (int32_t beam = 0; beam < active(); ++beam) {
    const auto row = candidates.subspan(int64_t{beam} * stride);
    if (required_.any()) {
      AddRequired(beam, row, count);
    } else {
      AddCandidates(beam, row, count);
    }
  }
  const std::size_t kept =
      required_.any() ? ranked_.size()
                      : std::min<std::size_t>(
                            ranked_.size(),
                            2 * static_cast<std::size_t>(options_.beam_size));
  std::partial_sort(ranked_.begin(),
                    ranked_.begin() + static_cast<std::ptrdiff_t>(kept),
                    ranked_.end(), Better);
  ranked_.resize(kept);
}

int32_t BeamSearch::AddNode(int32_t beam, const Candidate& candidate) {
  return trellis_.Add(active_[beam].node, candidate);
}

void BeamSearch::Finish(int32_t node, double log_probability,
                        FinishReason reason) {
  // Every hypothesis of a step has the same length; only one that could not
  // even begin has none.
  const double length = std::max(position_, 1);
  trellis_.Finish(node,
                  log_probability / std::pow(length, options_.length_penalty),
                  reason);
}

}  // namespace interpres
