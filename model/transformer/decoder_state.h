// The decoder's memory of every hypothesis from one step to the next. Internal
// to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_DECODER_STATE_H_
#define INTERPRES_MODEL_TRANSFORMER_DECODER_STATE_H_

#include <cstdint>
#include <span>

#include "model/transformer/session.h"

namespace interpres {

// The session's view of the state: how much memory a sentence needs, and when
// its hypotheses begin, move and end. A virtual seam, so that a recurrent
// decoder can replace the keys and values of self-attention
// (docs/decisions/0010-decoder-state.md). Not thread-safe.
class DecoderState {
 public:
  virtual ~DecoderState() = default;

  // The blocks of memory that the sentence needs at most.
  virtual int64_t BlocksOf(const Admission& admission) const = 0;
  // The blocks that no sentence has reserved.
  virtual int64_t free_blocks() const = 0;

  // Reserves the memory of a sentence for its slot.
  // REQUIRES: the slot has no memory; BlocksOf(admission) <= free_blocks().
  // If it throws std::bad_alloc, the slot has no memory.
  virtual void Reserve(const Admission& admission) = 0;

  // Moves every slot of `rows` to the next position: each row continues the
  // hypothesis that its parent_beam had after the previous call. Allocates
  // nothing.
  virtual void Advance(std::span<const Row> rows) = 0;

  // Frees the memory of the slot. Does nothing if the slot has none.
  virtual void Release(int32_t slot) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_DECODER_STATE_H_
