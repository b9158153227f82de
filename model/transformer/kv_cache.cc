#include "model/transformer/kv_cache.h"

#include <algorithm>

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

int32_t PlaceOf(const std::vector<int32_t>& blocks, int64_t offset) {
  return static_cast<int32_t>(blocks[offset / kBlockPositions] *
                                  kBlockPositions +
                              offset % kBlockPositions);
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
  slot.beam_size = sentence.beam_size;
  slot.max_length = sentence.max_length;
  self_pool_.Take(SelfBlocks(sentence), slot.self_blocks);
  cross_pool_.Take(CrossBlocks(sentence), slot.cross_blocks);
  const auto source_length = static_cast<int64_t>(sentence.source.size());
  slot.cross_index.resize(source_length);
  for (int64_t i = 0; i < source_length; ++i) {
    slot.cross_index[i] = PlaceOf(slot.cross_blocks, i);
  }
  for (std::vector<int32_t>& indices : slot.indices) {
    indices.resize(static_cast<std::size_t>(slot.beam_size) * slot.max_length);
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
  slot.beam_size = 0;
  self_pool_.Return(slot.self_blocks);
  cross_pool_.Return(slot.cross_blocks);
}

void KvCache::Advance(std::span<const DecoderRow> rows) {
  std::size_t first = 0;
  while (first < rows.size()) {
    std::size_t last = first + 1;
    while (last < rows.size() && rows[last].slot == rows[first].slot) {
      ++last;
    }
    AdvanceSlot(rows.subspan(first, last - first), static_cast<int64_t>(first));
    first = last;
  }
}

void KvCache::AdvanceSlot(std::span<const DecoderRow> rows, int64_t first_row) {
  Slot& slot = slots_[rows.front().slot];
  const std::vector<int32_t>& old_indices = slot.indices[slot.current];
  slot.current = 1 - slot.current;
  std::vector<int32_t>& new_indices = slot.indices[slot.current];
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DecoderRow& row = rows[i];
    Check(row.beam >= 0 && row.beam < slot.beam_size && row.parent_beam >= 0 &&
              row.parent_beam < slot.beam_size,
          "a row names a hypothesis outside its slot's beam");
    Check(row.position >= 0 && row.position < slot.max_length,
          "a row is beyond its slot's maximum length");
    const int64_t stride = slot.max_length;
    int32_t* index = new_indices.data() + row.beam * stride;
    std::copy_n(old_indices.data() + row.parent_beam * stride, row.position,
                index);
    index[row.position] = PlaceOf(
        slot.self_blocks, int64_t{row.position} * slot.beam_size + row.beam);
    const auto r = first_row + static_cast<int64_t>(i);
    newest_[r] = index[row.position];
    row_index_[r] = index;
    row_length_[r] = row.position + 1;
  }
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
