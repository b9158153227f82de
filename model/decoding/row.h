// A row: one active hypothesis of one step, from the search to the network.

#ifndef INTERPRES_MODEL_DECODING_ROW_H_
#define INTERPRES_MODEL_DECODING_ROW_H_

#include <algorithm>
#include <cstdint>
#include <span>

#include "model/decoding/decoding_options.h"

namespace interpres {

// Changes to the logits of one row, made before the softmax, so that the
// probabilities include the changes. The tokens of Row::wanted keep their
// logits. The lists must live until the step ends.
struct RowRules {
  // Tokens whose logits become -infinity, in any order. Repeats are allowed.
  std::span<const int32_t> banned = {};
  // More tokens whose logits become -infinity, in rising order. They would
  // continue a word that must end here.
  std::span<const int32_t> continuations = {};
  // Distinct tokens. Their logits are divided by `penalty` if they are
  // positive, and multiplied by `penalty` if they are negative.
  std::span<const int32_t> penalised = {};
  float penalty = 1.0f;
};

inline constexpr int32_t kNoToken = -1;

// A hypothesis that the network is fed in one step. In the list of a step, rows
// of the same slot are adjacent, in the order of `beam`. The network reads
// `slot`, `beam`, `parent_beam`, `token`, `position` and `attention`. The other
// members say which candidates the search wants.
struct Row {
  int32_t slot = 0;
  // The number of this hypothesis within its slot, 0 <= beam < beam_size.
  int32_t beam = 0;
  // The `beam` that the parent of this hypothesis had in the previous step. The
  // parent is the hypothesis without its last token. 0 at position 0.
  int32_t parent_beam = 0;
  // The token to feed: the start symbol at position 0, otherwise the last token
  // of the hypothesis.
  int32_t token = 0;
  // The number of tokens that were fed for this hypothesis before `token`. 0
  // starts a new hypothesis, even if the slot had hypotheses before.
  int32_t position = 0;
  // The number of candidates that StepModel::Step chooses for this row. 0 for a
  // row with `attention`.
  int32_t num_candidates = 1;
  // If not kNoToken: Step returns this token as the only candidate of the row,
  // and num_candidates is 1. kNoToken means that Step returns the best tokens,
  // or draws one if `sampling` is set.
  int32_t forced_token = kNoToken;
  // If not null: Step draws the only candidate of the row at random with these
  // options, and num_candidates is 1. The random number is `uniform`, in (0,
  // 1); sampling->seed is not used. Null means no draw. Must live until the
  // step ends.
  const SamplingOptions* sampling = nullptr;
  double uniform = 0.5;
  // With `sampling`: a token that is never drawn. Its probability still counts
  // in the softmax. kNoToken means that every token can be drawn.
  int32_t never_drawn = kNoToken;
  RowRules rules = {};
  // Tokens whose probabilities the search needs, even if they are not among the
  // best. Step writes one more candidate for each of them, after the other
  // candidates of the row. `rules` do not change their logits. Distinct, in
  // rising order. Must live until the step ends.
  std::span<const int32_t> wanted = {};
  // If not null: StepModel::Step writes the weights of the row's attention to
  // its source here, [layers, heads, source tokens]. Null means that Step does
  // not write the weights. A row with attention gets no logits and no
  // candidates. Either all rows of a slot have attention, or no row has.
  float* attention = nullptr;
};

// Returns the number of candidates that StepModel::Step writes for the row,
// with the candidates of the wanted tokens.
inline int32_t CountCandidates(const Row& row) {
  return row.num_candidates + static_cast<int32_t>(row.wanted.size());
}

// Returns the number of consecutive rows, starting at rows[first], that have
// the same slot as rows[first]. REQUIRES: 0 <= first < rows.size().
inline int64_t CountRowsOfSlot(std::span<const Row> rows, int64_t first) {
  const auto begin = rows.begin() + first;
  return std::find_if(begin, rows.end(),
                      [&](const Row& row) { return row.slot != begin->slot; }) -
         begin;
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_ROW_H_
