#include "model/transformer/kv_cache.h"

#include <algorithm>
#include <iterator>

#include "model/base/check.h"
#include "model/kernels/bfloat16.h"

namespace interpres {
namespace {

std::vector<LayerKeysValues> MakeLayers(const ModelConfig& config,
                                        int64_t blocks, ComputeType type) {
  std::vector<LayerKeysValues> layers(
      static_cast<std::size_t>(config.decoder_layers));
  const int64_t size = blocks * kBlockPositions * config.d_model;
  for (LayerKeysValues& layer : layers) {
    if (type == ComputeType::kFloat32) {
      layer.keys = AlignedBuffer<float>(size);
      layer.values = AlignedBuffer<float>(size);
    } else {
      layer.bfloat16_keys = AlignedBuffer<uint16_t>(size);
      layer.bfloat16_values = AlignedBuffer<uint16_t>(size);
    }
  }
  return layers;
}

constexpr int32_t FirstPlace(int32_t block) {
  return block * static_cast<int32_t>(kBlockPositions);
}

void Store(LayerKeysValues& layer, int64_t place, const float* key_value,
           int64_t d_model) {
  const float* value = key_value + d_model;
  const int64_t begin = place * d_model;
  if (layer.keys.size() > 0) {
    std::copy_n(key_value, d_model, layer.keys.data() + begin);
    std::copy_n(value, d_model, layer.values.data() + begin);
  } else {
    ToBFloat16(key_value, d_model, layer.bfloat16_keys.data() + begin);
    ToBFloat16(value, d_model, layer.bfloat16_values.data() + begin);
  }
}

}  // namespace

KvCache::KvCache(const ModelConfig& config, const SessionOptions& options,
                 ComputeType type)
    : d_model_(config.d_model),
      self_pool_(BlocksFor(options.max_cache_positions)),
      cross_pool_(BlocksFor(options.max_source_tokens)),
      self_layers_(MakeLayers(config, self_pool_.free_blocks(), type)),
      cross_layers_(MakeLayers(config, cross_pool_.free_blocks(), type)),
      slots_(options.max_sentences),
      last_seen_(self_pool_.free_blocks() * kBlockPositions),
      newest_(options.max_rows),
      row_index_(options.max_rows),
      row_length_(options.max_rows) {}

int64_t KvCache::SelfBlocks(const SessionSentence& sentence) {
  return BlocksFor(int64_t{sentence.beam_size} * sentence.max_length);
}

int64_t KvCache::CrossBlocks(const SessionSentence& sentence) {
  return BlocksFor(static_cast<int64_t>(sentence.source.size()));
}

void KvCache::Open(const SessionSentence& sentence) {
  Slot& slot = slots_[sentence.slot];
  Check(slot.beam_size == 0, "a slot was opened twice");
  const int64_t self_blocks = SelfBlocks(sentence);
  const auto source_length = static_cast<int64_t>(sentence.source.size());
  // All memory first, so that the slot is closed if there is too little.
  slot.self_blocks.reserve(self_blocks);
  slot.used_places.reserve(self_blocks * kBlockPositions);
  slot.free_places.reserve(self_blocks * kBlockPositions);
  slot.cross_blocks.reserve(CrossBlocks(sentence));
  slot.cross_index.resize(source_length);
  for (std::vector<int32_t>& indices : slot.indices) {
    indices.resize(static_cast<std::size_t>(sentence.beam_size) *
                   sentence.max_length);
  }
  slot.beam_size = sentence.beam_size;
  slot.max_length = sentence.max_length;
  slot.reserved_blocks = self_blocks;
  self_pool_.Reserve(slot.reserved_blocks);
  cross_pool_.Reserve(CrossBlocks(sentence));
  for (int64_t i = 0; i < source_length; ++i) {
    if (i % kBlockPositions == 0) {
      slot.cross_blocks.push_back(cross_pool_.TakeReserved());
    }
    slot.cross_index[i] = FirstPlace(slot.cross_blocks.back()) +
                          static_cast<int32_t>(i % kBlockPositions);
  }
  ++open_slots_;
  reserved_rows_ += slot.beam_size;
}

void KvCache::Close(int32_t slot_id) {
  Slot& slot = slots_[slot_id];
  if (slot.beam_size == 0) {
    return;
  }
  --open_slots_;
  reserved_rows_ -= slot.beam_size;
  self_pool_.Return(slot.self_blocks,
                    slot.reserved_blocks - std::ssize(slot.self_blocks));
  cross_pool_.Return(slot.cross_blocks, 0);
  slot.used_places.clear();
  slot.free_places.clear();
  slot.beam_size = 0;
}

void KvCache::Advance(std::span<const DecoderRow> rows) {
  for (int64_t first = 0; first < std::ssize(rows);) {
    const int64_t count = CountRowsOfSlot(rows, first);
    AdvanceSlot(rows.subspan(first, count), first);
    first += count;
  }
}

void KvCache::AdvanceSlot(std::span<const DecoderRow> rows, int64_t first_row) {
  Slot& slot = slots_[rows.front().slot];
  const std::vector<int32_t>& old_indices = slot.indices[slot.current];
  slot.current = 1 - slot.current;
  std::vector<int32_t>& new_indices = slot.indices[slot.current];
  const int64_t stride = slot.max_length;
  ++seen_now_;
  for (const DecoderRow& row : rows) {
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
    index[position] = TakePlace(slot);
    const auto r = first_row + static_cast<int64_t>(i);
    newest_[r] = index[position];
    row_index_[r] = index;
    row_length_[r] = position + 1;
  }
}

void KvCache::FreeUnseen(Slot& slot) {
  const auto unseen = std::partition(
      slot.used_places.begin(), slot.used_places.end(),
      [this](int32_t place) { return last_seen_[place] == seen_now_; });
  slot.free_places.insert(slot.free_places.end(), unseen,
                          slot.used_places.end());
  slot.used_places.erase(unseen, slot.used_places.end());
}

int32_t KvCache::TakePlace(Slot& slot) {
  if (slot.free_places.empty()) {
    Check(std::ssize(slot.self_blocks) < slot.reserved_blocks,
          "a slot has more rows than it has reserved");
    slot.self_blocks.push_back(self_pool_.TakeReserved());
    const int32_t first = FirstPlace(slot.self_blocks.back());
    for (int64_t i = kBlockPositions - 1; i >= 0; --i) {
      slot.free_places.push_back(first + static_cast<int32_t>(i));
    }
  }
  const int32_t place = slot.free_places.back();
  slot.free_places.pop_back();
  slot.used_places.push_back(place);
  return place;
}

AttentionKeys KvCache::Keys(const LayerKeysValues& layer, const int32_t* index,
                            int64_t length) const {
  return {.keys = layer.keys.data(),
          .values = layer.values.data(),
          .bfloat16_keys = layer.bfloat16_keys.data(),
          .bfloat16_values = layer.bfloat16_values.data(),
          .stride = d_model_,
          .index = index,
          .length = length};
}

AttentionKeys KvCache::SelfKeys(int64_t layer, int64_t i) const {
  return Keys(self_layers_[layer], row_index_[i], row_length_[i]);
}

AttentionKeys KvCache::CrossKeys(int64_t layer, int32_t slot) const {
  const std::vector<int32_t>& index = slots_[slot].cross_index;
  return Keys(cross_layers_[layer], index.data(),
              static_cast<int64_t>(index.size()));
}

void KvCache::StoreSelf(int64_t layer, int64_t place, const float* key_value) {
  Store(self_layers_[layer], place, key_value, d_model_);
}

void KvCache::StoreCross(int64_t layer, int64_t place, const float* key_value) {
  Store(cross_layers_[layer], place, key_value, d_model_);
}

}  // namespace interpres
