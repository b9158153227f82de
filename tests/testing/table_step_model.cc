#include "tests/testing/table_step_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/decoding/alignment.h"
#include "tests/testing/aligned_token.h"

namespace interpres {
namespace {

// SplitMix64 (Steele et al. 2014): a good hash of one word.
uint64_t Mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

uint64_t MixAll(uint64_t hash, std::span<const int32_t> ids) {
  for (const int32_t id : ids) {
    hash = Mix(hash ^ static_cast<uint64_t>(id + 1));
  }
  return Mix(hash ^ 0xabcdu);
}

// The best candidates that the row asks for, or its forced one.
void Choose(const Row& row, const std::vector<float>& scores,
            std::span<Candidate> candidates) {
  if (row.forced_token != kNoToken) {
    candidates.front() = {row.forced_token, scores[row.forced_token]};
    return;
  }
  if (row.sampling != nullptr) {
    // Whole distributions only, in the order of the ids.
    double rest = row.uniform * (row.never_drawn == kNoToken
                                     ? 1.0
                                     : 1.0 - std::exp(scores[row.never_drawn]));
    int32_t token = -1;
    for (std::size_t id = 0; id < scores.size() && rest >= 0; ++id) {
      if (std::isfinite(scores[id]) &&
          static_cast<int32_t>(id) != row.never_drawn) {
        rest -= std::exp(scores[id]);
        token = static_cast<int32_t>(id);
      }
    }
    candidates.front() =
        token < 0 ? Candidate{0, -std::numeric_limits<float>::infinity()}
                  : Candidate{token, scores[token]};
    return;
  }
  std::vector<int32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int32_t a, int32_t b) { return scores[a] > scores[b]; });
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    candidates[k] = {order[k], scores[order[k]]};
  }
}

// The rules of a row, which leave out its wanted tokens.
class WithoutWanted {
 public:
  explicit WithoutWanted(const Row& row)
      : banned_(row.rules.banned.begin(), row.rules.banned.end()),
        penalised_(row.rules.penalised.begin(), row.rules.penalised.end()),
        penalty_(row.rules.penalty) {
    banned_.insert(banned_.end(), row.rules.continuations.begin(),
                   row.rules.continuations.end());
    for (const int32_t token : row.wanted) {
      std::erase(banned_, token);
      std::erase(penalised_, token);
    }
  }

  RowRules rules() const {
    return {.banned = banned_, .penalised = penalised_, .penalty = penalty_};
  }

 private:
  std::vector<int32_t> banned_;
  std::vector<int32_t> penalised_;
  float penalty_ = 1.0f;
};

}  // namespace

std::vector<double> TableStepModel::Logits(
    std::span<const int32_t> source, std::span<const int32_t> prefix) const {
  const uint64_t hash = MixAll(MixAll(options_.seed, source), prefix);
  std::vector<double> logits(options_.vocab_size);
  for (std::size_t i = 0; i < logits.size(); ++i) {
    logits[i] = 4.0 * static_cast<double>(Mix(hash + i) >> 11) * 0x1.0p-53 - 2;
    logits[i] += i == kEnd ? options_.end_bias : 0.0;
  }
  return logits;
}

std::vector<float> TableStepModel::Distribution(std::span<const int32_t> source,
                                                std::span<const int32_t> prefix,
                                                const RowRules& rules) const {
  std::vector<double> logits = Logits(source, prefix);
  for (const int32_t token : rules.penalised) {
    logits[token] *=
        logits[token] > 0 ? 1.0 / rules.penalty : double{rules.penalty};
  }
  for (const int32_t token : rules.banned) {
    logits[token] = -std::numeric_limits<double>::infinity();
  }
  double sum = 0.0;
  for (const double logit : logits) {
    sum += std::exp(logit);
  }
  std::vector<float> result(logits.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    double value = logits[i] - std::log(sum);
    if (options_.quantum > 0.0f) {
      value = std::round(value / options_.quantum) * options_.quantum;
    }
    result[i] = options_.suppressed.contains(static_cast<int32_t>(i))
                    ? -std::numeric_limits<float>::infinity()
                    : static_cast<float>(value);
  }
  return result;
}

std::vector<float> TableStepModel::Attention(
    std::span<const int32_t> source, std::span<const int32_t> prefix) const {
  std::vector<float> weights(
      static_cast<std::size_t>(cross_attention_shape().matrices()) *
      source.size());
  const uint64_t hash = MixAll(MixAll(options_.seed, source), prefix);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<float>(Mix(hash + 77 * i) >> 40) * 0x1p-24f;
  }
  return weights;
}

bool TableStepModel::HasRoomFor(std::span<const Admission> admissions) const {
  int64_t positions = 0;
  for (const auto& [slot, state] : slots_) {
    positions += int64_t{state.beam_size} * state.max_length;
  }
  for (const Admission& admission : admissions) {
    positions += int64_t{admission.sentence->options.beam_size} *
                 admission.sentence->options.max_length;
  }
  return positions <= options_.max_positions &&
         slots_.size() + admissions.size() <=
             static_cast<std::size_t>(options_.max_sentences);
}

absl::Status TableStepModel::Admit(std::span<const Admission> admissions) {
  if (!HasRoomFor(admissions)) {
    return absl::ResourceExhaustedError("no room in the table model");
  }
  for (const Admission& admission : admissions) {
    const Sentence& sentence = *admission.sentence;
    violations_ += slots_.contains(admission.slot) ? 1 : 0;
    slots_[admission.slot] = {.source = sentence.source,
                              .beam_size = sentence.options.beam_size,
                              .max_length = sentence.options.max_length,
                              .prefixes = {{}},
                              .pieces = sentence.pieces};
  }
  return absl::OkStatus();
}

void TableStepModel::Align(const Slot& slot, std::span<const int32_t> prefix,
                           std::span<Candidate> candidates) const {
  if (slot.source.empty()) {
    return;
  }
  const int32_t aligned =
      AlignedTokenOf(Attention(slot.source, prefix),
                     TableStepModel::cross_attention_shape(), slot.pieces);
  const int32_t end =
      AlignedEnd(static_cast<int32_t>(slot.source.size()), slot.pieces);
  for (Candidate& candidate : candidates) {
    candidate.source_token = candidate.token == kEnd ? end : aligned;
  }
}

void TableStepModel::Step(std::span<const Row> rows, int32_t stride,
                          std::span<Candidate> candidates) {
  std::map<int32_t, std::vector<std::vector<int32_t>>> next;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const auto found = slots_.find(row.slot);
    if (found == slots_.end() || row.beam >= found->second.beam_size ||
        row.position >= found->second.max_length ||
        static_cast<std::size_t>(row.parent_beam) >=
            found->second.prefixes.size()) {
      ++violations_;
      continue;
    }
    const Slot& slot = found->second;
    std::vector<int32_t> fed;
    if (row.position > 0) {
      fed = slot.prefixes[row.parent_beam];
    }
    violations_ += static_cast<int32_t>(fed.size()) != row.position ? 1 : 0;
    fed.push_back(row.token);
    violations_ += static_cast<int32_t>(next[row.slot].size()) != row.beam;
    // The start symbol is fed, but is no part of the prefix.
    const auto prefix = std::span<const int32_t>(fed).subspan(1);
    if (row.attention != nullptr) {
      violations_ += row.num_candidates == 0 ? 0 : 1;
      const std::vector<float> weights = Attention(slot.source, prefix);
      std::copy(weights.begin(), weights.end(), row.attention);
    } else {
      const WithoutWanted left(row);
      const std::vector<float> scores =
          Distribution(slot.source, prefix, left.rules());
      const auto written = candidates.subspan(i * stride, CountCandidates(row));
      violations_ += CountCandidates(row) <= stride ? 0 : 1;
      Choose(row, scores, written.first(row.num_candidates));
      for (std::size_t k = 0; k < row.wanted.size(); ++k) {
        written[row.num_candidates + k] = {row.wanted[k],
                                           scores[row.wanted[k]]};
      }
      Align(slot, prefix, written);
    }
    next[row.slot].push_back(std::move(fed));
  }
  for (auto& [slot, prefixes] : next) {
    slots_[slot].prefixes = std::move(prefixes);
  }
}

void TableStepModel::Release(int32_t slot) {
  violations_ += slots_.erase(slot) == 1 ? 0 : 1;
}

}  // namespace interpres
