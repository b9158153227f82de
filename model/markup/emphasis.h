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

// Two marks of emphasis in a text that belong together, such as the two `**` of
// `**bold**`.
struct EmphasisPair {
  ByteSpan open;
  ByteSpan close;
};

// Pairs the marks `*` and `_` of a text by the rules of CommonMark, and `~` by
// the rules of GitHub. Not thread-safe.
class Emphasis {
 public:
  // REQUIRES: `text` outlives this object.
  explicit Emphasis(std::string_view text) : text_(text) {}

  // Adds the run of equal marks at the offset `begin` of the text. Returns the
  // length of the run. Ignores a run of more than two `~`. REQUIRES: a `*`, `_`
  // or `~` is at `begin`, and runs are added in order.
  int64_t AddRun(int64_t begin);

  // Returns the number of runs of marks that AddRun added and that PairFrom and
  // RemoveFrom have not removed.
  std::size_t run_count() const { return runs_.size(); }

  // Pairs the runs of marks from the index `first` on, appends the pairs to
  // pairs(), and removes these runs. Takes linear time.
  void PairFrom(std::size_t first);
  // Removes the runs of marks from the index `run` on without pairing them.
  // Also removes the pairs from the index `pair` of pairs() on.
  // REQUIRES: run <= run_count() and pair <= pairs().size().
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

  // Returns the class of the closing run `run`, a small index. The same opening
  // runs match all closing runs of a class.
  static std::size_t ClassOf(const Run& run);
  static bool Match(const Run& open, const Run& close);
  // Returns the index in `open`, not below `bottom`, of the last run that
  // `close` can close. -1 means that `close` can close no such run. The
  // elements of `open` are indices of runs_.
  int64_t FindOpener(const std::vector<std::size_t>& open, const Run& close,
                     int64_t bottom) const;
  // Pairs the marks of `close` with the runs in `open` (indices of runs_) as
  // long as `close` has marks and a run to close. Removes from `open` the runs
  // that are used up or crossed. bottom[c] is the index of `open` below which
  // closing runs of class c (ClassOf) have no run to close.
  void PairClose(Run& close, std::vector<std::size_t>& open,
                 std::span<int64_t> bottom);

  const std::string_view text_;
  std::vector<Run> runs_;
  std::vector<EmphasisPair> pairs_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_EMPHASIS_H_
