// Keys and values of the decoder's attention to the source: computed once for
// each sentence, read by all its hypotheses. Internal to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_SOURCE_CACHE_H_
#define INTERPRES_MODEL_TRANSFORMER_SOURCE_CACHE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/transformer/attention_memory.h"
#include "model/transformer/block_pool.h"
#include "model/transformer/session.h"

namespace interpres {

// The cross-attention keys and values of the source tokens of each open slot. A
// slot takes memory in blocks of kBlockPositions source tokens. Keys and values
// are float32 for kFloat32 and for a decoder with an SSRU, otherwise bfloat16.
// Not thread-safe.
class SourceCache {
 public:
  SourceCache(const ModelConfig& config, const SessionOptions& options,
              ComputeType type);

  int64_t free_blocks() const { return pool_.free_blocks(); }

  // Opens admission.slot: takes the blocks for the source tokens of the
  // sentence. If Open throws std::bad_alloc, the slot stays closed.
  // REQUIRES: the slot is closed, and BlocksFor(source tokens) is at most
  // free_blocks().
  void Open(const Admission& admission);
  // Does nothing if the slot is closed.
  void Close(int32_t slot);

  // Returns the cache positions of the slot's source tokens, in the order of
  // the tokens, to pass to Store.
  // REQUIRES: the slot is open. Valid until Close.
  std::span<const int32_t> CachePositions(int32_t slot) const {
    return slots_[slot].cache_positions;
  }
  // Returns Sentence::pieces of the slot's sentence.
  // REQUIRES: the slot is open.
  const SourcePieces& Pieces(int32_t slot) const { return slots_[slot].pieces; }
  // See AttentionMemory.
  void Store(int64_t layer, int64_t cache_position, const float* key_value) {
    memory_.Store(layer, cache_position, key_value);
  }
  // Returns the keys and values of `layer` for all source tokens of the slot,
  // to which the hypotheses of the slot attend. Valid until Close.
  // REQUIRES: the slot is open, and Store has stored the keys and values.
  AttentionKeys Keys(int64_t layer, int32_t slot) const {
    return memory_.Keys(layer, CachePositions(slot));
  }

 private:
  struct Slot {
    std::vector<int32_t> blocks;           // none: the slot is closed
    std::vector<int32_t> cache_positions;  // [source length]
    SourcePieces pieces;
  };

  BlockPool pool_;
  AttentionMemory memory_;
  std::vector<Slot> slots_;  // [max_sentences]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SOURCE_CACHE_H_
