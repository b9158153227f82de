// Paged keys and values of the decoder's attentions, for all slots of a
// session. Internal to model/transformer.
//
// A position of a hypothesis is stored once, at a place of its own, and neither
// moves nor changes. Every hypothesis has an index: the places of its ancestors
// at positions 0 .. p. Beam reordering copies indices, not keys and values. A
// place that no hypothesis has for an ancestor any more is used again: the
// hypotheses of a beam share most of their ancestors, so a sentence needs far
// fewer places than the beam_size * max_length that are reserved for it.

#ifndef INTERPRES_MODEL_TRANSFORMER_KV_CACHE_H_
#define INTERPRES_MODEL_TRANSFORMER_KV_CACHE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/kernels/attention.h"
#include "model/kernels/compute_type.h"
#include "model/tensor/tensor.h"
#include "model/transformer/block_pool.h"
#include "model/transformer/session.h"

namespace interpres {

// Keys and values of one layer, [positions, d_model] each, in float32 or in
// bfloat16; those of the other type are empty.
struct LayerKeysValues {
  AlignedBuffer<float> keys;
  AlignedBuffer<float> values;
  AlignedBuffer<uint16_t> bfloat16_keys;
  AlignedBuffer<uint16_t> bfloat16_values;
};

class KvCache {
 public:
  // Keys and values are in float32 for kFloat32, else in bfloat16.
  KvCache(const ModelConfig& config, const SessionOptions& options,
          ComputeType type);

  bool IsOpen(int32_t slot) const { return slots_[slot].beam_size > 0; }
  int32_t open_slots() const { return open_slots_; }
  // Hypotheses of the open slots, all beams counted full.
  int32_t reserved_rows() const { return reserved_rows_; }
  int64_t free_self_blocks() const { return self_pool_.free_blocks(); }
  int64_t free_cross_blocks() const { return cross_pool_.free_blocks(); }

  // Blocks that the sentence reserves.
  static int64_t SelfBlocks(const SessionSentence& sentence);
  static int64_t CrossBlocks(const SessionSentence& sentence);

  // Reserves the blocks of a closed slot; there must be enough. The slot stays
  // closed if it throws std::bad_alloc.
  void Open(const SessionSentence& sentence);
  void Close(int32_t slot);

  // Moves every slot of `rows` one position on: row i's index becomes its
  // parent's plus a new place. Allocates nothing.
  void Advance(std::span<const DecoderRow> rows);

  // The place of the newest position of row i of the last Advance.
  int64_t NewestPlace(int64_t i) const { return newest_[i]; }

  // What row i of the last Advance sees of `layer`, itself included.
  AttentionKeys SelfKeys(int64_t layer, int64_t i) const;
  // What the hypotheses of a slot see of their source.
  AttentionKeys CrossKeys(int64_t layer, int32_t slot) const;

  // The places of a slot's source tokens.
  std::span<const int32_t> CrossPlaces(int32_t slot) const {
    return slots_[slot].cross_index;
  }

  // Copies a packed [d_model keys | d_model values] row to a place.
  void StoreSelf(int64_t layer, int64_t place, const float* key_value);
  void StoreCross(int64_t layer, int64_t place, const float* key_value);

 private:
  struct Slot {
    int32_t beam_size = 0;  // 0: closed
    int32_t max_length = 0;
    // Of the reserved self blocks those that are taken; of their places those
    // that are somebody's ancestor, and the others.
    int64_t reserved_blocks = 0;
    std::vector<int32_t> self_blocks;
    std::vector<int32_t> used_places;
    std::vector<int32_t> free_places;
    std::vector<int32_t> cross_blocks;
    std::vector<int32_t> cross_index;  // [source length]
    // Indices of the hypotheses, [beam_size, max_length]; the current ones and
    // room for the next step's.
    std::array<std::vector<int32_t>, 2> indices;
    int32_t current = 0;
  };

  void AdvanceSlot(std::span<const DecoderRow> rows, int64_t first_row);
  // Frees the places of the slot that were not seen since `seen_now_` rose.
  void FreeUnseen(Slot& slot);
  int32_t TakePlace(Slot& slot);
  AttentionKeys Keys(const LayerKeysValues& layer, const int32_t* index,
                     int64_t length) const;

  const int64_t d_model_;
  BlockPool self_pool_;
  BlockPool cross_pool_;
  std::vector<LayerKeysValues> self_layers_;
  std::vector<LayerKeysValues> cross_layers_;
  std::vector<Slot> slots_;
  int32_t open_slots_ = 0;
  int32_t reserved_rows_ = 0;
  // When each self place was last seen to be an ancestor.
  std::vector<uint64_t> last_seen_;
  uint64_t seen_now_ = 0;
  // Of the rows of the last Advance.
  std::vector<int64_t> newest_;
  std::vector<const int32_t*> row_index_;
  std::vector<int64_t> row_length_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_KV_CACHE_H_
