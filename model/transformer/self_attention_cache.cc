#include "model/transformer/self_attention_cache.h"

#include <algorithm>
#include <iterator>

#include "model/base/check.h"

namespace interpres {

SelfAttentionCache::SelfAttentionCache(const ModelConfig& config,
                                       const SessionOptions& options,
                                       ComputeType type)
    : pool_(BlocksFor(options.max_cache_positions)),
      memory_(config, RoundUpToBlocks(options.max_cache_positions), type),
      slots_(options.max_sentences),
      last_seen_(RoundUpToBlocks(options.max_cache_positions)),
      row_index_(options.max_rows) {}

int64_t SelfAttentionCache::BlocksOf(const Admission& admission) const {
  const DecodingOptions& options = admission.sentence->options;
  return BlocksFor(int64_t{options.beam_size} * options.max_length);
}

void SelfAttentionCache::Reserve(const Admission& admission) {
  Slot& slot = slots_[admission.slot];
  Check(slot.beam_size == 0, "the memory of a slot was reserved twice");
  const DecodingOptions& options = admission.sentence->options;
  const int64_t blocks = BlocksOf(admission);
  // All memory first, so that the slot has none if there is too little.
  slot.blocks.reserve(blocks);
  slot.used_positions.reserve(blocks * kBlockPositions);
  slot.free_positions.reserve(blocks * kBlockPositions);
  for (std::vector<int32_t>& indices : slot.indices) {
    indices.resize(static_cast<std::size_t>(options.beam_size) *
                   options.max_length);
  }
  slot.beam_size = options.beam_size;
  slot.max_length = options.max_length;
  slot.reserved_blocks = blocks;
  pool_.Reserve(blocks);
}

void SelfAttentionCache::Release(int32_t slot_id) {
  Slot& slot = slots_[slot_id];
  if (slot.beam_size == 0) {
    return;
  }
  pool_.Return(slot.blocks, slot.reserved_blocks - std::ssize(slot.blocks));
  slot.used_positions.clear();
  slot.free_positions.clear();
  slot.beam_size = 0;
}

void SelfAttentionCache::Advance(std::span<const Row> rows) {
  for (int64_t first = 0; first < std::ssize(rows);) {
    const int64_t count = CountRowsOfSlot(rows, first);
    AdvanceSlot(rows.subspan(first, count), first);
    first += count;
  }
}

void SelfAttentionCache::AdvanceSlot(std::span<const Row> rows,
                                     int64_t first_row) {
  Slot& slot = slots_[rows.front().slot];
  const std::vector<int32_t>& old_indices = slot.indices[slot.current];
  slot.current = 1 - slot.current;
  std::vector<int32_t>& new_indices = slot.indices[slot.current];
  const int64_t stride = slot.max_length;
  ++seen_now_;
  for (const Row& row : rows) {
    Check(row.beam >= 0 && row.beam < slot.beam_size && row.parent_beam >= 0 &&
              row.parent_beam < slot.beam_size,
          "a row names a hypothesis outside its slot's beam");
    Check(row.position >= 0 && row.position < slot.max_length,
          "a row is beyond its slot's maximum length");
    const int32_t* ancestors = old_indices.data() + row.parent_beam * stride;
    std::copy_n(ancestors, row.position,
                new_indices.data() + row.beam * stride);
    for (int32_t p = 0; p < row.position; ++p) {
      last_seen_[ancestors[p]] = seen_now_;
    }
  }
  FreeUnseen(slot);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int32_t position = rows[i].position;
    int32_t* index = new_indices.data() + rows[i].beam * stride;
    index[position] = TakeCachePosition(slot);
    const auto r = first_row + static_cast<int64_t>(i);
    row_index_[r] = {index, static_cast<std::size_t>(position) + 1};
  }
}

void SelfAttentionCache::FreeUnseen(Slot& slot) {
  const auto unseen =
      std::partition(slot.used_positions.begin(), slot.used_positions.end(),
                     [this](int32_t cache_position) {
                       return last_seen_[cache_position] == seen_now_;
                     });
  slot.free_positions.insert(slot.free_positions.end(), unseen,
                             slot.used_positions.end());
  slot.used_positions.erase(unseen, slot.used_positions.end());
}

int32_t SelfAttentionCache::TakeCachePosition(Slot& slot) {
  if (slot.free_positions.empty()) {
    Check(std::ssize(slot.blocks) < slot.reserved_blocks,
          "a slot has more rows than it has reserved");
    slot.blocks.push_back(pool_.TakeReserved());
    const int32_t first = FirstCachePosition(slot.blocks.back());
    for (int64_t i = kBlockPositions - 1; i >= 0; --i) {
      slot.free_positions.push_back(first + static_cast<int32_t>(i));
    }
  }
  const int32_t cache_position = slot.free_positions.back();
  slot.free_positions.pop_back();
  slot.used_positions.push_back(cache_position);
  return cache_position;
}

}  // namespace interpres
