#include "model/markup/element_runs.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace interpres {
namespace {

using UnitKind = TextUnit::Kind;

// The score of a word inside a run. Longer runs win by the smaller weights.
constexpr int64_t kWordWeight = 4096;
constexpr int64_t kLongRunWeight = 1;

bool IsWord(const TextUnit& unit) {
  return unit.kind != UnitKind::kPunctuation;
}

bool IsTaken(const std::map<int32_t, int32_t>& taken, int32_t unit) {
  const auto next = taken.upper_bound(unit);
  return next != taken.begin() && std::prev(next)->second > unit;
}

}  // namespace

ElementRuns::ElementRuns(const UnitLinks& links) : links_(links) {
  source_words_.push_back(0);
  for (const TextUnit& unit : links.source) {
    source_words_.push_back(source_words_.back() + (IsWord(unit) ? 1 : 0));
  }
  linked_words_.push_back(0);
  for (std::size_t i = 0; i < links.target.size(); ++i) {
    const bool counts = IsWord(links.target[i]) && links.source_of[i] >= 0;
    linked_words_.push_back(linked_words_.back() + (counts ? 1 : 0));
  }
}

int64_t ElementRuns::WeightOf(int32_t target) const {
  return (IsWord(links_.target[target]) ? kWordWeight : 0) + kLongRunWeight;
}

// Returns the units of `target` that translate the element, in order.
std::vector<int32_t> ElementRuns::TargetsOf(UnitRun element,
                                            UnitRun target) const {
  std::vector<int32_t> targets;
  for (int32_t i = links_.target_begin[element.begin];
       i < links_.target_begin[element.end]; ++i) {
    const int32_t unit = links_.targets[i];
    if (unit >= target.begin && unit < target.end) {
      targets.push_back(unit);
    }
  }
  std::ranges::sort(targets);
  return targets;
}

// Returns the run with the maximum score that begins and ends with one of
// `targets` and contains no taken unit. Its score is 0 if no run is free.
ElementRuns::Scored ElementRuns::BestRun(const std::vector<int32_t>& targets,
                                         const Taken& taken) const {
  Scored best;
  Scored current;
  for (const int32_t unit : targets) {
    if (IsTaken(taken, unit)) {
      continue;
    }
    const auto next = taken.lower_bound(current.run.end);
    const bool is_blocked = next != taken.end() && next->first < unit;
    const int64_t others = linked_words_[unit] - linked_words_[current.run.end];
    const int64_t before =
        is_blocked ? 0 : current.score - others * kWordWeight;
    if (before <= 0) {
      current = {.run = {.begin = unit, .end = unit}, .score = 0};
    } else {
      current.score = before;
    }
    current.run.end = unit + 1;
    current.score += WeightOf(unit);
    if (current.score > best.score) {
      best = current;
    }
  }
  return best;
}

bool ElementRuns::HasAllWords(UnitRun element, UnitRun source) const {
  const auto words = [this](UnitRun run) {
    return source_words_[run.end] - source_words_[run.begin];
  };
  return words(element) > 0 && words(element) == words(source);
}

// Returns the units of `target` without punctuation at its ends.
UnitRun ElementRuns::WordsOf(UnitRun target) const {
  while (target.begin < target.end && !IsWord(links_.target[target.begin])) {
    ++target.begin;
  }
  while (target.begin < target.end && !IsWord(links_.target[target.end - 1])) {
    --target.end;
  }
  return target;
}

// Whether punctuation of the target can belong to the element.
bool ElementRuns::CanExtend(int32_t unit, UnitRun element,
                            const Taken& taken) const {
  const int32_t source = links_.source_of[unit];
  return !IsWord(links_.target[unit]) && !IsTaken(taken, unit) &&
         (source < 0 || (source >= element.begin && source < element.end));
}

// Adds the punctuation beside the run, as much as the element has at its ends.
UnitRun ElementRuns::WithPunctuation(UnitRun run, UnitRun element,
                                     UnitRun target, const Taken& taken) const {
  for (int32_t i = element.end; i > element.begin; --i) {
    if (IsWord(links_.source[i - 1]) || run.end >= target.end ||
        !CanExtend(run.end, element, taken) ||
        links_.target[run.end].span.begin !=
            links_.target[run.end - 1].span.end) {
      break;
    }
    ++run.end;
  }
  for (int32_t i = element.begin; i < element.end; ++i) {
    if (IsWord(links_.source[i]) || run.begin <= target.begin ||
        !CanExtend(run.begin - 1, element, taken) ||
        links_.target[run.begin].span.begin !=
            links_.target[run.begin - 1].span.end) {
      break;
    }
    --run.begin;
  }
  return run;
}

std::vector<UnitRun> ElementRuns::Find(std::span<const UnitRun> elements,
                                       UnitRun source, UnitRun target) const {
  std::vector<std::vector<int32_t>> targets;
  std::vector<int64_t> scores;
  for (const UnitRun element : elements) {
    targets.push_back(TargetsOf(element, target));
    scores.push_back(HasAllWords(element, source)
                         ? std::numeric_limits<int64_t>::max()
                         : BestRun(targets.back(), {}).score);
  }
  std::vector<std::size_t> order(elements.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return scores[i]; });
  std::vector<UnitRun> runs(elements.size());
  Taken taken;
  for (const std::size_t i : order) {
    UnitRun run = HasAllWords(elements[i], source)
                      ? WordsOf(target)
                      : BestRun(targets[i], taken).run;
    if (run.empty()) {
      continue;
    }
    run = WithPunctuation(run, elements[i], target, taken);
    taken[run.begin] = run.end;
    runs[i] = run;
  }
  return runs;
}

}  // namespace interpres
