// How much memory a session gets.

#ifndef INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
#define INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_

#include <cstdint>

#include "model/config/generation_config.h"
#include "model/config/model_config.h"
#include "model/engine/translation_model.h"
#include "model/kernels/compute_type.h"
#include "model/transformer/session.h"

namespace interpres {

// The self-attention cache of an engine, unless the widest and longest single
// sentence needs more.
inline constexpr int64_t kCacheBudgetBytes = int64_t{512} << 20;

// The sentences that an engine of a model with so many bytes of weights decodes
// at once unless it is told. A step reads the decoder's: where they come from
// memory many sentences must share that, where they come from a cache few do,
// and the keys and values of more of them would only push them out of it
// (docs/benchmarks.md).
int32_t DefaultSlots(int64_t weight_bytes);

// What `options` leave open: DefaultSlots, and four rows for each slot.
EngineOptions ResolveEngineOptions(const EngineOptions& options,
                                   int64_t weight_bytes);

// A session for the engine: the widest possible sentence always fits, and all
// rows at the model's default max_length do if kCacheBudgetBytes allows it.
SessionOptions SizeSession(const ModelConfig& config,
                           const GenerationConfig& generation,
                           const EngineOptions& options, ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
