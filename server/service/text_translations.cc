#include "server/service/text_translations.h"

#include <algorithm>
#include <cstddef>
#include <queue>
#include <utility>

namespace interpres {
namespace {

// A combination of the first segments: a combination of the segments before,
// and the hypothesis of the last segment.
struct Step {
  double sum = 0.0;
  int32_t before = 0;  // index of the combination of the segments before
  int32_t choice = 0;  // index of the hypothesis

  friend bool operator<(const Step& a, const Step& b) {
    // The queue returns the largest element first.
    if (a.sum != b.sum) {
      return a.sum < b.sum;
    }
    return std::pair(a.choice, a.before) > std::pair(b.choice, b.before);
  }
};

// Returns the best combinations of `before` with the hypotheses of one segment.
// Both lists are sorted, so after the pair (b, c) only (b + 1, c) and (b, c +
// 1) can follow. Each pair is reached by one way: b grows only while c is 0.
std::vector<Step> Extend(const std::vector<Step>& before,
                         const std::vector<float>& scores, std::size_t count) {
  std::vector<Step> best;
  std::priority_queue<Step> next;
  const auto push = [&](int32_t b, int32_t c) {
    if (b < static_cast<int32_t>(before.size()) &&
        c < static_cast<int32_t>(scores.size())) {
      next.push({.sum = before[b].sum + scores[c], .before = b, .choice = c});
    }
  };
  push(0, 0);
  while (!next.empty() && best.size() < count) {
    const Step step = next.top();
    next.pop();
    best.push_back(step);
    push(step.before, step.choice + 1);
    if (step.choice == 0) {
      push(step.before + 1, 0);
    }
  }
  return best;
}

}  // namespace

std::vector<Combination> BestCombinations(
    std::span<const std::vector<float>> scores, int32_t count) {
  std::vector<std::vector<Step>> steps;
  std::vector<Step> last = {{}};
  for (const std::vector<float>& segment : scores) {
    last = Extend(last, segment, static_cast<std::size_t>(count));
    steps.push_back(last);
  }
  std::vector<Combination> combinations;
  for (std::size_t i = 0; i < last.size(); ++i) {
    Combination& combination =
        combinations.emplace_back(Combination(scores.size()));
    auto at = static_cast<int32_t>(i);
    for (std::size_t segment = scores.size(); segment > 0; --segment) {
      const Step& step = steps[segment - 1][at];
      combination[segment - 1] = step.choice;
      at = step.before;
    }
  }
  return combinations;
}

std::vector<Combination> CombineDraws(std::span<const int32_t> draws,
                                      int32_t count) {
  std::vector<Combination> combinations(count);
  for (int32_t i = 0; i < count; ++i) {
    for (std::size_t segment = 0; segment < draws.size(); ++segment) {
      const auto shift = static_cast<int32_t>(segment % count);
      combinations[i].push_back((i + shift) % draws[segment]);
    }
  }
  return combinations;
}

}  // namespace interpres
