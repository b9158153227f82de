// Paged keys and values of the decoder's self-attention. Internal to
// model/transformer.
//
// The keys and values of one position of one hypothesis are stored at one cache
// position and never move. Every hypothesis has an index: the cache positions
// of its ancestors at positions 0 .. p. Beam reordering copies indices, not
// keys and values. A cache position that is no ancestor of any hypothesis is
// used again. The hypotheses of a beam share most of their ancestors, so a
// sentence uses far fewer cache positions than the beam_size * max_length that
// are reserved for the sentence.

#ifndef INTERPRES_MODEL_TRANSFORMER_SELF_ATTENTION_CACHE_H_
#define INTERPRES_MODEL_TRANSFORMER_SELF_ATTENTION_CACHE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/transformer/attention_memory.h"
#include "model/transformer/block_pool.h"
#include "model/transformer/decoder_state.h"
#include "model/transformer/session.h"

namespace interpres {

class SelfAttentionCache : public DecoderState {
 public:
  SelfAttentionCache(const ModelConfig& config, const SessionOptions& options,
                     ComputeType type);

  int64_t BlocksOf(const Admission& admission) const override;
  int64_t free_blocks() const override { return pool_.free_blocks(); }
  void Reserve(const Admission& admission) override;
  void Advance(std::span<const Row> rows) override;
  void Release(int32_t slot) override;

  // Returns the cache position for the key and value of row i of the last
  // Advance, at the row's newest position. Pass the cache position to Store.
  int64_t NewestCachePosition(int64_t i) const { return row_index_[i].back(); }

  // See AttentionMemory.
  void Store(int64_t layer, int64_t cache_position, const float* key_value) {
    memory_.Store(layer, cache_position, key_value);
  }
  // Returns the keys and values of `layer` that row i of the last Advance
  // attends to. These are the keys and values of all earlier positions of the
  // row's hypothesis, then of the row itself. Valid until the next Advance or
  // Reserve.
  // REQUIRES: Store has stored the key and value of row i in `layer`.
  AttentionKeys Keys(int64_t layer, int64_t i) const {
    return memory_.Keys(layer, row_index_[i]);
  }

 private:
  struct Slot {
    int32_t beam_size = 0;  // 0: the slot has no memory
    int32_t max_length = 0;
    int64_t reserved_blocks = 0;
    std::vector<int32_t> blocks;  // the reserved blocks that are taken
    // The cache positions of `blocks` that hold a position of some hypothesis.
    // `free_positions` has the other cache positions of `blocks`.
    std::vector<int32_t> used_positions;
    std::vector<int32_t> free_positions;
    // For each hypothesis, the cache positions of its positions: two arrays of
    // [beam_size, max_length]. indices[current] is the result of the last
    // Advance. The next Advance writes the other array.
    std::array<std::vector<int32_t>, 2> indices;
    int32_t current = 0;
  };

  void AdvanceSlot(std::span<const Row> rows, int64_t first_row);
  // Moves every cache position of slot.used_positions whose `last_seen_` is not
  // `seen_now_` to slot.free_positions. Called by AdvanceSlot after it has
  // marked the cache positions that are still used, and before it takes new
  // ones.
  void FreeUnseen(Slot& slot);
  int32_t TakeCachePosition(Slot& slot);

  BlockPool pool_;
  AttentionMemory memory_;
  std::vector<Slot> slots_;  // [max_sentences]
  // For each cache position, the value that `seen_now_` had when AdvanceSlot
  // last found the cache position among the earlier positions of a row. A cache
  // position keeps its old value when TakeCachePosition takes it, until the
  // next step of its slot. 0 means never found.
  std::vector<uint64_t> last_seen_;
  uint64_t seen_now_ = 0;
  // For each row of the last Advance, the cache positions of the earlier
  // positions of its hypothesis, then the row's own cache position.
  std::vector<std::span<const int32_t>> row_index_;  // [max_rows]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SELF_ATTENTION_CACHE_H_
