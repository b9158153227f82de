// The decoder's memory of every hypothesis from one step to the next. Internal
// to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_DECODER_STATE_H_
#define INTERPRES_MODEL_TRANSFORMER_DECODER_STATE_H_

#include <cstdint>
#include <span>

#include "model/transformer/session.h"

namespace interpres {

// The memory that the decoder keeps for the hypotheses of each slot, as the
// session sees it. Says how much memory a sentence needs. Learns when the
// hypotheses begin, move and end. Virtual, so that a recurrent decoder can
// replace the keys and values of self-attention
// (docs/decisions/0010-decoder-state.md). Not thread-safe.
class DecoderState {
 public:
  virtual ~DecoderState() = default;

  // Returns the maximum number of memory blocks that the sentence of
  // `admission` can need. Reserve reserves this number.
  virtual int64_t BlocksOf(const Admission& admission) const = 0;
  // The blocks that no sentence has reserved.
  virtual int64_t free_blocks() const = 0;

  // Reserves memory in admission.slot for the hypotheses of the admission's
  // sentence: BlocksOf(admission) blocks.
  // REQUIRES: the slot has no memory; BlocksOf(admission) <= free_blocks(). If
  // Reserve throws std::bad_alloc, the slot still has no memory.
  virtual void Reserve(const Admission& admission) = 0;

  // Begins a decoder step for the slots in `rows`. A row with position 0 starts
  // a new hypothesis. Any other row continues the hypothesis that had the
  // number row.parent_beam in its slot after the previous call. A hypothesis of
  // these slots that no row continues ends.
  // REQUIRES: every slot in `rows` has memory. The rows of one slot are
  // adjacent. Allocates nothing.
  virtual void Advance(std::span<const Row> rows) = 0;

  // Frees the memory of the slot. Does nothing if the slot has no memory.
  virtual void Release(int32_t slot) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_DECODER_STATE_H_
