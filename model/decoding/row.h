// A row: one active hypothesis of one step, from the search to the network.

#ifndef INTERPRES_MODEL_DECODING_ROW_H_
#define INTERPRES_MODEL_DECODING_ROW_H_

#include <algorithm>
#include <cstdint>
#include <span>

#include "model/decoding/decoding_options.h"

namespace interpres {

// Changes to the logits of one row, made before the softmax, so that the
// probabilities include the changes. The lists must live until the step ends.
struct RowRules {
  // Tokens whose logits become -infinity; in any order, repeats allowed.
  std::span<const int32_t> banned = {};
  // Tokens whose logits are divided by `penalty` where they are positive and
  // multiplied by `penalty` where they are negative; distinct.
  std::span<const int32_t> penalised = {};
  float penalty = 1.0f;
};

inline constexpr int32_t kNoToken = -1;

// The rows of a slot are contiguous and ordered by `beam`. The network reads
// the first five members and `attention`; the others say which candidates the
// search wants.
struct Row {
  int32_t slot = 0;
  // This hypothesis, 0 <= beam < beam_size of the slot.
  int32_t beam = 0;
  // The hypothesis of the previous step that this one continues (0 at position
  // 0).
  int32_t parent_beam = 0;
  // The token to feed: the start symbol at position 0, else the last chosen.
  int32_t token = 0;
  // The number of tokens that the hypothesis was fed before this token. 0
  // starts a new hypothesis, even if the slot had hypotheses before.
  int32_t position = 0;
  // How many candidates to return for this row.
  int32_t num_candidates = 1;
  // Return this token as the only candidate; num_candidates is then 1. kNoToken
  // means the best tokens.
  int32_t forced_token = kNoToken;
  // Draw the only candidate at random, with `uniform` in (0, 1) as the random
  // number; num_candidates is then 1. The seed of the options is not used. Null
  // means the best tokens.
  const SamplingOptions* sampling = nullptr;
  double uniform = 0.5;
  // A token that is never drawn. Its probability still counts in the softmax.
  int32_t never_drawn = kNoToken;
  RowRules rules = {};
  // Where the weights of the row's attention to its source go, [layers, heads,
  // source tokens]. Null means nowhere. A row with attention is fed for that
  // alone: its num_candidates is 0, and it has no logits. All rows of a slot
  // have attention, or none.
  float* attention = nullptr;
};

// Returns the number of rows from `first` on that have its slot.
inline int64_t CountRowsOfSlot(std::span<const Row> rows, int64_t first) {
  const auto begin = rows.begin() + first;
  return std::find_if(begin, rows.end(),
                      [&](const Row& row) { return row.slot != begin->slot; }) -
         begin;
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_ROW_H_
