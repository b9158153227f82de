#include "model/kernels/sampling.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace interpres {
namespace {

constexpr std::size_t kFew = 64;

// exp((logit - largest) / temperature).
class Weights {
 public:
  Weights(std::span<const float> logits, float largest, double temperature)
      : logits_(logits), largest_(largest), temperature_(temperature) {}

  double operator()(int32_t id) const {
    return std::exp((double{logits_[id]} - largest_) / temperature_);
  }
  double Sum(std::span<const int32_t> ids) const {
    double sum = 0.0;
    for (const int32_t id : ids) {
      sum += (*this)(id);
    }
    return sum;
  }

 private:
  std::span<const float> logits_;
  double largest_;
  double temperature_;
};

// The ids that may be drawn, rising, at the beginning of `ids`.
std::size_t ListIds(std::span<const float> logits,
                    std::span<const int32_t> suppressed,
                    std::span<int32_t> ids) {
  std::size_t count = 0;
  auto next = suppressed.begin();
  for (std::size_t id = 0; id < logits.size(); ++id) {
    while (next != suppressed.end() && *next < static_cast<int32_t>(id)) {
      ++next;
    }
    const bool is_suppressed =
        next != suppressed.end() && *next == static_cast<int32_t>(id);
    if (!is_suppressed && std::isfinite(logits[id])) {
      ids[count++] = static_cast<int32_t>(id);
    }
  }
  return count;
}

// The likeliest `top_k` ids, best first; fewer where fewer have the share
// `top_p` of their mass. Reorders `ids`.
std::span<int32_t> Cut(std::span<const float> logits, const SamplingRule& rule,
                       const Weights& weights, std::span<int32_t> ids) {
  const auto better = [logits](int32_t a, int32_t b) {
    return logits[a] != logits[b] ? logits[a] > logits[b] : a < b;
  };
  if (rule.top_k > 0 && static_cast<std::size_t>(rule.top_k) < ids.size()) {
    std::nth_element(ids.begin(), ids.begin() + (rule.top_k - 1), ids.end(),
                     better);
    ids = ids.first(static_cast<std::size_t>(rule.top_k));
  }
  if (rule.top_p >= 1.0) {
    std::sort(ids.begin(), ids.end(), better);
    return ids;
  }
  const double wanted = rule.top_p * weights.Sum(ids);
  // Most often a few of many thousands are enough: no need to sort all.
  for (std::size_t few = kFew; few < ids.size(); few *= kFew) {
    const auto best = ids.first(few);
    std::nth_element(ids.begin(), best.end(), ids.end(), better);
    if (weights.Sum(best) > wanted) {
      ids = best;
    }
  }
  std::sort(ids.begin(), ids.end(), better);
  double mass = 0.0;
  std::size_t kept = 0;
  while (kept < ids.size() && (kept == 0 || mass < wanted)) {
    mass += weights(ids[kept++]);
  }
  return ids.first(kept);
}

}  // namespace

int64_t DrawIndex(std::span<const float> logits,
                  std::span<const int32_t> suppressed, const SamplingRule& rule,
                  std::span<int32_t> scratch) {
  std::span<int32_t> ids = scratch.first(ListIds(logits, suppressed, scratch));
  if (ids.empty()) {
    return -1;
  }
  float largest = logits[ids.front()];
  for (const int32_t id : ids) {
    largest = std::max(largest, logits[id]);
  }
  const Weights weights(logits, largest, rule.temperature);
  if (rule.top_k > 0 || rule.top_p < 1.0) {
    ids = Cut(logits, rule, weights, ids);
  }
  const double target = rule.uniform * weights.Sum(ids);
  double sum = 0.0;
  for (const int32_t id : ids) {
    sum += weights(id);
    if (sum > target) {
      return id;
    }
  }
  return ids.back();
}

}  // namespace interpres
