#include "model/engine/session_sizing.h"

#include <algorithm>
#include <cstdint>

#include "model/transformer/block_pool.h"

namespace interpres {
namespace {

// Source tokens per slot: most sentences are far shorter, and the pool is
// shared.
constexpr int64_t kSourceTokensPerSlot = 128;

// Up to this size, fewer concurrent sentences were measured as fast or faster.
constexpr int64_t kFewSlotsWeightBytes = int64_t{16} << 20;
constexpr int32_t kFewSlots = 8;
constexpr int32_t kManySlots = 32;
// The usual beam.
constexpr int32_t kRowsPerSlot = 4;

}  // namespace

int32_t DefaultSlots(int64_t weight_bytes) {
  return weight_bytes <= kFewSlotsWeightBytes ? kFewSlots : kManySlots;
}

EngineOptions ResolveEngineOptions(const EngineOptions& options,
                                   int64_t weight_bytes) {
  EngineOptions resolved = options;
  if (resolved.slots == 0) {
    resolved.slots = DefaultSlots(weight_bytes);
  }
  if (resolved.max_rows == 0) {
    resolved.max_rows = resolved.slots * kRowsPerSlot;
  }
  return resolved;
}

SessionOptions SizeSession(const ModelConfig& config,
                           const GenerationConfig& generation,
                           const EngineOptions& options, ComputeType type) {
  const int64_t longest = RoundUpToBlocks(config.max_position_embeddings);
  const int64_t widest = std::min<int64_t>(options.max_rows, kMaxBeamSize);
  const int64_t element_bytes = type == ComputeType::kFloat32 ? 4 : 2;
  // Keys and values of every decoder layer.
  const int64_t position_bytes =
      config.decoder_layers * 2 * config.d_model * element_bytes;
  const int64_t usual =
      RoundUpToBlocks(std::min<int64_t>(generation.max_length, longest));
  const int64_t wanted = int64_t{options.max_rows} * usual;
  const int64_t affordable = kCacheBudgetBytes / position_bytes;
  return {.max_sentences = options.slots,
          .max_rows = options.max_rows,
          .max_source_tokens =
              std::max(longest, options.slots * kSourceTokensPerSlot),
          .max_cache_positions =
              std::max(widest * longest, std::min(wanted, affordable)),
          .helper = options.cpus != nullptr && type == ComputeType::kInt8};
}

}  // namespace interpres
