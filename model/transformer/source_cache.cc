// Tested by session_room_test.cc.

#include "model/transformer/source_cache.h"

#include "model/base/check.h"

namespace interpres {

namespace {

// The models of Firefox have an SSRU. Their engines keep these keys and values
// in float32, and a rounded key can change a word.
ComputeType MemoryType(const ModelConfig& config, ComputeType type) {
  return config.decoder_self_layer == DecoderSelfLayer::kSsru
             ? ComputeType::kFloat32
             : type;
}

}  // namespace

SourceCache::SourceCache(const ModelConfig& config,
                         const SessionOptions& options, ComputeType type)
    : pool_(BlocksFor(options.max_source_tokens)),
      memory_(config, RoundUpToBlocks(options.max_source_tokens),
              MemoryType(config, type)),
      slots_(options.max_sentences) {}

void SourceCache::Open(const Admission& admission) {
  const auto tokens = static_cast<int64_t>(admission.sentence->source.size());
  Slot& slot = slots_[admission.slot];
  Check(slot.blocks.empty(), "a slot was opened twice");
  // All memory first, so that the slot is closed if there is too little.
  slot.blocks.reserve(BlocksFor(tokens));
  slot.cache_positions.resize(tokens);
  pool_.Reserve(BlocksFor(tokens));
  slot.pieces = admission.sentence->pieces;
  for (int64_t i = 0; i < tokens; ++i) {
    if (i % kBlockPositions == 0) {
      slot.blocks.push_back(pool_.TakeReserved());
    }
    slot.cache_positions[i] = FirstCachePosition(slot.blocks.back()) +
                              static_cast<int32_t>(i % kBlockPositions);
  }
}

void SourceCache::Close(int32_t slot) { pool_.Return(slots_[slot].blocks, 0); }

}  // namespace interpres
