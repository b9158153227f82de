// The emphasis of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_EMPHASIS_H_
#define INTERPRES_MODEL_MARKUP_EMPHASIS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Two marks of emphasis that belong together.
struct EmphasisPair {
  ByteSpan open;
  ByteSpan close;
};

// Pairs the marks `*`, `_` and `~` of a text by the rules of CommonMark. Not
// thread-safe.
class Emphasis {
 public:
  // REQUIRES: `text` outlives this object.
  explicit Emphasis(std::string_view text) : text_(text) {}

  // Adds the run of equal marks at `begin`. Returns its length. REQUIRES: runs
  // are added in order.
  int64_t AddRun(int64_t begin);

  // The number of runs that have been added and not been removed.
  std::size_t run_count() const { return runs_.size(); }

  // Pairs the runs from the run `first` on, and removes them. Takes linear
  // time.
  void PairFrom(std::size_t first);
  // Removes the runs from the run `run` on without pairing them, and the pairs
  // from the pair `pair` on.
  void RemoveFrom(std::size_t run, std::size_t pair) {
    runs_.resize(run);
    pairs_.resize(pair);
  }

  const std::vector<EmphasisPair>& pairs() const { return pairs_; }

 private:
  struct Run {
    char mark = '*';
    ByteSpan span;  // the marks that are not paired
    int64_t length = 0;
    bool can_open = false;
    bool can_close = false;
  };

  // A class of closing runs that have equal openers.
  static std::size_t ClassOf(const Run& run);
  static bool Match(const Run& open, const Run& close);
  // Returns the index in `open` of the last run that `close` can close. -1 if
  // it is absent.
  int64_t FindOpener(const std::vector<std::size_t>& open, const Run& close,
                     int64_t bottom) const;
  // Pairs the marks of `close` with the runs of `open` as long as it has marks
  // and an opener. `bottom` has an index of `open` for each class.
  void PairClose(Run& close, std::vector<std::size_t>& open,
                 std::span<int64_t> bottom);

  const std::string_view text_;
  std::vector<Run> runs_;
  std::vector<EmphasisPair> pairs_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_EMPHASIS_H_
