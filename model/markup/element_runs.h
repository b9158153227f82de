// The runs of units that elements get in a translation.

#ifndef INTERPRES_MODEL_MARKUP_ELEMENT_RUNS_H_
#define INTERPRES_MODEL_MARKUP_ELEMENT_RUNS_H_

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "model/markup/unit_links.h"

namespace interpres {

// The units [begin, end) of a text. A unit is a word or a punctuation mark.
struct UnitRun {
  int32_t begin = 0;
  int32_t end = 0;

  bool empty() const { return begin == end; }
  friend bool operator==(const UnitRun&, const UnitRun&) = default;
};

// Finds the units of a translation (the target) around which the elements of a
// segment (the source) belong, such as `<b>` with its end tag. Thread-safe.
class ElementRuns {
 public:
  // REQUIRES: `links` outlives this object.
  explicit ElementRuns(const UnitLinks& links);

  // Returns a run of the target for each of the `elements`. REQUIRES: the
  // elements are disjoint runs inside `source`, in order. The results lie
  // inside `target` and are disjoint. A result is empty if no translation of
  // the element's units is free in `target`. An element with all words of
  // `source` gets all words of `target`. Takes O(n log n) time for n units of
  // `source`.
  std::vector<UnitRun> Find(std::span<const UnitRun> elements, UnitRun source,
                            UnitRun target) const;

 private:
  // Disjoint runs of the target that other elements have. Maps the first unit
  // of each run to the unit behind the run.
  using Taken = std::map<int32_t, int32_t>;
  struct Scored {
    UnitRun run;
    int64_t score = 0;
  };

  std::vector<int32_t> TargetsOf(UnitRun element, UnitRun target) const;
  Scored BestRun(const std::vector<int32_t>& targets, const Taken& taken) const;
  int64_t WeightOf(int32_t target) const;
  bool HasAllWords(UnitRun element, UnitRun source) const;
  UnitRun WordsOf(UnitRun target) const;
  UnitRun WithPunctuation(UnitRun run, UnitRun element, UnitRun target,
                          const Taken& taken) const;
  bool CanExtend(int32_t unit, UnitRun element, const Taken& taken) const;

  const UnitLinks& links_;
  // The number of words before each unit of the source, and as the last element
  // the number in the whole source.
  std::vector<int32_t> source_words_;
  // The number of words that translate a unit of the source, before each unit
  // of the target. The last element is the number in the whole target.
  std::vector<int32_t> linked_words_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_ELEMENT_RUNS_H_
