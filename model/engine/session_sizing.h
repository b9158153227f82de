// The sizes of a session.

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

// Returns the default number of slots for a model with weights of this size.
// Each step reads all decoder weights. If the weights exceed the CPU cache,
// more slots amortise the read. If the weights fit, more slots only evict them
// (docs/experiments/engine_profile.md).
int32_t DefaultSlots(int64_t weight_bytes);

// Returns `options` with every 0 replaced: DefaultSlots slots, and four rows
// for each slot.
EngineOptions ResolveEngineOptions(const EngineOptions& options,
                                   int64_t weight_bytes);

// Returns the options of the engine's session. The widest possible sentence
// always fits. All rows at the model's default max_length fit if
// kCacheBudgetBytes allows it.
SessionOptions SizeSession(const ModelConfig& config,
                           const GenerationConfig& generation,
                           const EngineOptions& options, ComputeType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SESSION_SIZING_H_
